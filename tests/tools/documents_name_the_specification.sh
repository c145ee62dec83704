# conformance: ENV-2-S1
# The documentation says which revision of each document of the language is followed.
for document in 'Language Specifications' 'Required Library Specifications' \
    'Optional Library Specifications'; do
    tr '\n' ' ' <"$ROOT/docs/conformance.md" | grep -q "$document, version 1.3"
done
