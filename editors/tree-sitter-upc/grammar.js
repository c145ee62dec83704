/**
 * @file UPC 1.3 for tree-sitter: tree-sitter-c and what the language adds to C.
 * @license Apache-2.0
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const C = require('tree-sitter-c/grammar');

// As in tree-sitter-c's table: the level of `sizeof`.
const SIZEOF = 13;

module.exports = grammar(C, {
  name: 'upc',

  rules: {
    // 6.5.1: qualifiers of types.
    type_qualifier: ($, original) => choice(original, $.shared_qualifier, 'strict', 'relaxed'),

    shared_qualifier: $ => prec.right(seq('shared', optional($.layout_qualifier))),

    // 6.5.1.1: `[]` is indefinite, `[*]` is blocked over all threads.
    layout_qualifier: $ => seq('[', field('block_size', optional(choice($.expression, '*'))), ']'),

    // 6.6: statements.
    _non_case_statement: ($, original) => choice(
      original,
      $.upc_forall_statement,
      $.upc_synchronization_statement,
    ),

    _top_level_statement: ($, original) => choice(original, $.upc_synchronization_statement),

    // 6.6.2: the fourth expression is the affinity.
    upc_forall_statement: $ => seq(
      'upc_forall',
      '(',
      $._for_statement_body,
      ';',
      field('affinity', optional(choice($.expression, $.comma_expression, 'continue'))),
      ')',
      field('body', $.statement),
    ),

    // 6.6.1: a value must be equal on all threads.
    upc_synchronization_statement: $ => seq(
      choice(
        seq(choice('upc_barrier', 'upc_notify', 'upc_wait'),
          field('value', optional(choice($.expression, $.comma_expression)))),
        'upc_fence',
      ),
      ';',
    ),

    // 6.4.1: operators on types and expressions.
    _expression_not_binary: ($, original) => choice(original, $.upc_sizeof_expression),

    upc_sizeof_expression: $ => prec(SIZEOF, seq(
      choice('upc_localsizeof', 'upc_blocksizeof', 'upc_elemsizeof'),
      choice(
        field('value', $.expression),
        seq('(', field('type', $.type_descriptor), ')'),
      ),
    )),
  },
});
