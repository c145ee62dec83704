/**
 * @file UPC 1.3 for tree-sitter: tree-sitter-c and what the language adds to C.
 * @license Apache-2.0
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const C = require('tree-sitter-c/grammar');

// As in tree-sitter-c's table.
const OFFSETOF = 8;
const SIZEOF = 13;
const UNARY = 14;

const commaSeparated = rule => seq(rule, repeat(seq(',', rule)));

// `complex` is a macro of complex.h; without this header it may be the name of a type.
const named_complex = $ => prec.dynamic(1, alias('complex', $.type_identifier));

module.exports = grammar(C, {
  name: 'upc',

  conflicts: ($, original) => original.concat([
    [$.comma_expression, $.macro_argument],
    [$.type_qualifier, $.type_specifier],
    [$._type_definition_type],
    [$.type_qualifier, $._type_declarator],
    [$._declaration_modifiers, $.type_descriptor],
    [$.macro_type_specifier, $.macro_argument],
    [$.expression, $.macro_statement],
    [$.type_specifier, $.macro_type_specifier, $.expression, $.macro_statement],
  ]),

  rules: {
    // 6.5.1: qualifiers of types. Of C that tree-sitter-c lacks: complex types.
    type_qualifier: ($, original) => choice(
      original,
      $.shared_qualifier,
      'strict',
      'relaxed',
      '_Complex',
      '__complex__',
      'complex',
    ),

    shared_qualifier: $ => prec.right(seq('shared', optional($.layout_qualifier))),

    // 6.5.1.1: `[]` is indefinite, `[*]` is blocked over all threads.
    layout_qualifier: $ => seq('[', field('block_size', optional(choice($.expression, '*'))), ']'),

    // 6.6: statements.
    _non_case_statement: ($, original) => choice(
      original,
      $.upc_forall_statement,
      $.upc_synchronization_statement,
      $.macro_statement,
    ),

    _top_level_statement: ($, original) => choice(
      original,
      $.upc_synchronization_statement,
      $.macro_statement,
    ),

    // A macro that stands for declarations, statements or the head of a loop, and `_Pragma`.
    macro_statement: $ => prec.dynamic(-20, seq(
      field('name', $.identifier),
      field('arguments', $.macro_argument_list),
    )),

    macro_argument_list: $ => seq('(', commaSeparated(optional($.macro_argument)), ')'),

    macro_argument: $ => choice(
      $.expression,
      $.type_descriptor,
      $.type_qualifier,
      seq(
        repeat1(choice(
          seq($.expression, ';'),
          $.declaration,
          $.macro_statement,
          $.compound_statement,
          $.for_statement,
          $.if_statement,
          $.labeled_statement,
          $.upc_forall_statement,
        )),
        optional($.expression),
      ),
      seq('for', '(', $._for_statement_body, ')', optional($.expression)),
    ),

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

    // C that tree-sitter-c lacks: ranges of cases, places of labels, attributes before `=`,
    // `__real__` (GNU), atomic types, a choice that is assigned to, members of members in offsetof
    // (C11), storage classes of literals (C23), types as arguments of macros.
    case_statement: $ => prec.right(seq(
      choice(
        seq('case', field('value', $.expression), optional(seq('...', $.expression))),
        'default',
      ),
      ':',
      repeat(choice($._non_case_statement, $.declaration, $.type_definition)),
    )),

    type_specifier: ($, original) => choice(
      original,
      $.atomic_type_specifier,
      named_complex($),
    ),

    _type_declarator: ($, original) => choice(original, named_complex($)),

    atomic_type_specifier: $ => seq('_Atomic', '(', field('type', $.type_descriptor), ')'),

    _assignment_left_expression: ($, original) => choice(original, $.generic_expression),

    compound_literal_expression: $ => seq(
      '(',
      repeat($.storage_class_specifier),
      field('type', $.type_descriptor),
      ')',
      field('value', $.initializer_list),
    ),

    argument_list: $ => seq(
      '(',
      optional(commaSeparated(choice(
        $.expression,
        $.compound_statement,
        prec.dynamic(-10, $.type_descriptor),
        $.shared_qualifier,
      ))),
      ')',
    ),

    storage_class_specifier: ($, original) => choice(original, '_Thread_local'),

    init_declarator: $ => seq(
      field('declarator', $._declarator),
      repeat($.attribute_specifier),
      '=',
      field('value', choice($.initializer_list, $.expression)),
    ),

    goto_statement: ($, original) => choice(original, seq('goto', '*', $.expression, ';')),

    offsetof_expression: $ => prec(OFFSETOF, seq(
      'offsetof',
      '(',
      field('type', $.type_descriptor),
      ',',
      field('member', $.expression),
      ')',
    )),

    unary_expression: ($, original) => choice(original, prec.left(UNARY, seq(
      field('operator', choice('__real__', '__imag__')),
      field('argument', $.expression),
    ))),

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
