autocmd BufNewFile,BufRead *.upc,*.upci setfiletype upc
