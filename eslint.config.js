import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const commandLine = [
  'apps/cli/**',
  'scripts/**',
  'bench/**',
  'docker/**',
  'packages/sdk/examples/**',
  'apps/coordinator/examples/**',
];
/** What scripts without types may use of Node's globals; those with types are left to the compiler. */
const globals = ['process', 'console', 'URL', 'fetch', 'AbortSignal'];
const readByTools = [
  '*.config.{js,ts}',
  'apps/*/*.config.ts',
  '.dependency-cruiser.mjs',
  'packages/testing/global-setup.ts',
];

/** Known to the compiler wherever a test is in the program, and in no browser. */
const ofNode = ['process', 'Buffer', 'global', '__dirname', 'require'].map((name) => ({
  name,
  message: 'There is no such thing in a browser.',
}));

const inlineSpread = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'List these properties without the spread.',
};
const defaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export it by name: a name that is written once is found everywhere.',
};
const switchedOffTest = {
  selector:
    'MemberExpression[object.name=/^(test|it|describe)$/][property.name=/^(skip|skipIf|runIf|only|todo|fails)$/]',
  message: 'Every test runs, always. Mend it or remove it.',
};
const briefWait = {
  selector:
    'CallExpression[callee.object.name="vi"][callee.property.name="waitFor"][arguments.length=1]',
  message: 'Give a time limit: its default of a second is too short on a busy machine.',
};

const databaseLibraries = {
  patterns: [
    {
      regex: '^(kysely|pg)(/|$)',
      message:
        'SQL lives in *-repository.ts, *-read-model.ts and @galley/database; the types Database and Transaction come from @galley/database.',
    },
  ],
};

export default defineConfig(
  globalIgnores(['**/node_modules/', '**/dist/', '**/fixtures/', 'my-site/', 'coverage/']),
  js.configs.recommended,
  {
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
    languageOptions: { globals: Object.fromEntries(globals.map((name) => [name, 'readonly'])) },
    rules: {
      complexity: ['error', 12],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', 400],
      'max-params': ['error', 3],
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only a config.ts reads the environment; take the setting as an argument.',
        },
      ],
      'no-restricted-syntax': ['error', defaultExport, switchedOffTest, inlineSpread, briefWait],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
      'object-shorthand': 'error',
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-floating-promises': ['error', { checkThenables: true }],
      '@typescript-eslint/no-restricted-imports': ['error', databaseLibraries],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/only-throw-error': [
        'error',
        { allowRethrowing: true, allowThrowingAny: false, allowThrowingUnknown: true },
      ],
      // An interface may ask for a promise where one implementation has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: [
      '**/*-repository.ts',
      '**/*-read-model.ts',
      'packages/database/**',
      'packages/testing/**',
    ],
    rules: { '@typescript-eslint/no-restricted-imports': 'off' },
  },
  {
    files: ['**/config.ts', 'packages/testing/**', ...commandLine],
    rules: { 'no-restricted-properties': 'off' },
  },
  { files: commandLine, rules: { 'no-console': 'off' } },
  {
    files: ['apps/admin/**/*.ts', 'apps/admin/**/*.tsx'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      'no-restricted-globals': ['error', ...ofNode],
      'react-hooks/exhaustive-deps': 'error',
      // Of hooks that React's compiler leaves alone, as that of long lists; it is not used here.
      'react-hooks/incompatible-library': 'off',
    },
  },
  // Express knows an error handler by its four parameters.
  {
    files: ['packages/http/problem-response.ts', 'apps/cms/mcp/oauth-router.ts'],
    rules: { 'max-params': ['error', 4] },
  },
  // As long as the contract is.
  { files: ['packages/sdk/generated/**'], rules: { 'max-lines': 'off' } },
  {
    files: readByTools,
    rules: { 'no-restricted-syntax': ['error', switchedOffTest, inlineSpread, briefWait] },
  },
);
