import boundaries from 'eslint-plugin-boundaries'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const is = (...types) => ({ element: { types: { anyOf: types } } })
const sameApp = (...types) => ({
  element: { types: { anyOf: types }, captured: { app: '{{from.element.captured.app}}' } },
})
const sameFeature = {
  element: {
    type: 'feature',
    captured: { app: '{{from.element.captured.app}}', feature: '{{from.element.captured.feature}}' },
  },
}
const categories = (...names) => ({ file: { categories: { anyOf: names } } })

/** Folders in layers, the lowest first: a file imports its own layer and those below it. knip finds cycles. */
const API = {
  base: ['foundation'],
  db: ['db'],
  services: ['settings', 'metrics', 'services'],
  http: ['http'],
  routes: ['routes'],
  program: ['demo', 'cli', ''],
}
const DELIVERY = {
  site: ['settings', 'chromium', 'site'],
  servers: ['localServers', 'nginx', 'verify'],
  service: ['service'],
  commands: ['commands'],
  program: ['bin', ''],
}
const KERNEL = {
  contracts: ['contracts'],
  domain: ['domain'],
  release: ['release'],
  client: ['client'],
  lists: ['lists'],
  ui: ['ui'],
  tools: ['tools'],
  entries: ['entries', 'standalone'],
}
/** The first that fits a folder counts. */
const elementsOf = (src, layers) => [
  ...Object.entries(layers).flatMap(([type, folders]) =>
    folders.filter(Boolean).map((folder) => ({ type, pattern: `${src}/${folder}` })),
  ),
  { type: 'unnamed', pattern: `${src}/*` },
  ...Object.entries(layers).flatMap(([type, folders]) =>
    folders.includes('') ? [{ type, pattern: src }] : [],
  ),
]
const order = (layers) =>
  Object.keys(layers).map((type, index, types) => ({
    from: is(type),
    allow: { to: is(...types.slice(0, index + 1)) },
  }))

/** Also, a file may be a test, or an entry of the kernel, which is all that other packages import of it. */
const fileCategories = [
  { category: 'test', pattern: '**/*.test.{ts,tsx}' },
  { category: 'pure', pattern: 'shared-kernel/src/entries/{rules,levels,contracts,domain,remote,sdk/*}.ts' },
  { category: 'ports', pattern: 'shared-kernel/src/entries/{ports,build,lock,command}.ts' },
  { category: 'schemas', pattern: 'shared-kernel/src/entries/schemas.ts' },
  { category: 'hosts', pattern: 'shared-kernel/src/entries/host.ts' },
]

/** Who may import whom in some folders; each dependency is compared with each policy, which takes its time. */
const boundariesOf = ({
  files,
  elements,
  elsewhere,
  categories: more = [],
  checkInternals = false,
  policies,
}) => ({
  files,
  plugins: { boundaries },
  settings: {
    // none of the packages has paths of its own
    'import/resolver': { typescript: { alwaysTryTypes: true, project: 'tsconfig.base.json' } },
    'boundaries/elements': [
      { type: 'testing', pattern: '*/testing' },
      ...elements,
      // what no element holds may be imported by all
      { type: 'elsewhere', pattern: elsewhere.flatMap((name) => [`${name}/src`, `${name}/src/*`]) },
    ],
    'boundaries/files': [...fileCategories, ...more],
  },
  rules: {
    'boundaries/no-unknown-files': 'error',
    'boundaries/dependencies': [
      'error',
      {
        default: 'disallow',
        checkInternals,
        policies: [...policies, { from: categories('test'), allow: { to: is('testing') } }],
      },
    ],
  },
})

const serverBoundaries = (folder, layers, policies = []) =>
  boundariesOf({
    files: [`${folder}/src/**/*.ts`],
    elements: elementsOf(`${folder}/src`, layers),
    elsewhere: ['api', 'delivery', 'shared-kernel', 'host', 'remote-*', 'packages/*'].filter(
      (name) => name !== folder,
    ),
    policies: [
      ...order(layers),
      { from: is(...Object.keys(layers)), allow: { to: categories('pure', 'ports', 'schemas') } },
      ...policies,
    ],
  })

/** The host shares each path of MUI by its own name, and of some libraries what screens use. */
const byPath = {
  paths: ['@mui/material', '@mui/icons-material'].map((name) => ({
    name,
    message: 'Import each part by its path.',
  })),
}
/** The kernel's alone: screens take what is made of them from its entries. */
const throughTheKernel = {
  group: ['@mui/x-*', '@tanstack/*', '!@tanstack/react-query', 'react-router'],
  message: 'Import it from an entry of @console/shared-kernel.',
}
const noNeighbours = {
  group: [
    '@console/remote-*',
    '!@console/remote-preset',
    '@console/host',
    '@console/host/*',
    '@console/*/src/*',
  ],
  message: 'Packages meet at their public entries only; remotes are reached through federation.',
}
const noZod = {
  group: ['zod'],
  message: 'zod stays out of the browser: import types from contracts, normalisers are plain functions.',
}

/** CONTRIBUTING.md, "Conventions". */
const conventions = [
  { selector: 'PrivateIdentifier', message: "A private member is 'private name'." },
  {
    selector: "ImportDeclaration[source.value='@jest/globals'] ImportSpecifier[imported.name='it']",
    message: "A test is 'test', as in flows.",
  },
]
const plainMembers = { selector: 'TSPropertySignature[readonly=true]', message: 'Leave readonly out.' }
const always = [
  ...conventions,
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message: 'Markup from strings is never put into the page.',
  },
  {
    selector: "MemberExpression[object.callee.property.name='toISOString'][property.name='slice']",
    message: 'A calendar day is read in a time zone: use domain/instants.',
  },
]

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/dist-*/**',
      '**/.console/**',
      '**/.wireit/**',
      '**/node_modules/**',
      '**/test-results/**',
      '**/playwright-report/**',
      // it has a configuration of its own, and a test that lints it by that
      'packages/create-remote/template/**',
    ],
  },
  ...tseslint.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-restricted-imports': ['error', { ...byPath, patterns: [noNeighbours] }],
      'no-restricted-syntax': ['error', ...always, plainMembers],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-console': ['error', { allow: ['info', 'warn', 'error'] }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowConstructorOnly: true }],
    },
  },
  {
    // each file is compiled for these rules, which takes time: not where nothing is delivered that renders
    ignores: [
      '{api,delivery,scripts}/**',
      'e2e/{faults,firefox,testing,tests}/**',
      'packages/{create-remote,emulator,remote-preset}/**',
      'shared-kernel/src/{contracts,domain,release,tools}/**',
      '**/*.test.{ts,tsx}',
    ],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      // it warns of what the React compiler would skip; these builds do not use that compiler
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    // types are read for this rule, which takes time: only where a forgotten promise may lose a write or end a server
    files: ['{api,delivery}/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  },
  serverBoundaries('api', API),
  serverBoundaries('delivery', DELIVERY, [
    // their tests run whole commands
    {
      from: { ...is(...Object.keys(DELIVERY)), ...categories('test') },
      allow: { to: is(...Object.keys(DELIVERY)) },
    },
  ]),
  boundariesOf({
    files: ['{shared-kernel,host,remote-*}/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'],
    elements: [
      ...elementsOf('shared-kernel/src', KERNEL),
      { type: 'package', pattern: 'packages/*/src', capture: ['app'] },
      { type: 'localServers', pattern: 'delivery/src/localServers' },
      { type: 'app', pattern: '*/src/app', capture: ['app'] },
      { type: 'feature', pattern: '*/src/features/*', capture: ['app', 'feature'] },
    ],
    elsewhere: ['api', 'delivery'],
    // inside a feature too; elsewhere it would find nothing, and take as long again
    checkInternals: true,
    categories: [
      { category: 'model', pattern: '**/model.ts' },
      { category: 'api', pattern: '**/api.ts' },
      { category: 'view', pattern: '**/*.tsx' },
    ],
    policies: [
      ...order(KERNEL),
      { from: is('package'), allow: { to: sameApp('package') } },
      { from: is('package'), allow: { to: categories('pure', 'ports') } },
      {
        from: { element: { type: 'package', captured: { app: 'emulator' } } },
        allow: { to: is('localServers') },
      },
      { from: is('app', 'feature'), allow: { to: is('entries') } },
      { from: is('app', 'feature'), disallow: { to: categories('ports', 'schemas') } },
      // the page has one session, and what the host alone does with it
      {
        from: { element: { types: { anyOf: ['app', 'feature'] }, captured: { app: 'remote-*' } } },
        disallow: { to: categories('hosts') },
      },
      { from: categories('test'), allow: { to: categories('hosts') } },
      { from: is('feature'), allow: { to: sameFeature } },
      { from: is('app'), allow: { to: sameApp('feature', 'app') } },
      // inside a feature: a model is pure, an api file never sees a component
      { from: categories('model'), disallow: { to: is('entries') } },
      { from: categories('model'), allow: { to: categories('pure') } },
      { from: categories('model'), disallow: { to: categories('api', 'view') } },
      { from: categories('api'), disallow: { to: categories('view') } },
    ],
  }),
  {
    files: ['{host,remote-*}/src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': ['error', { ...byPath, patterns: [noNeighbours, noZod, throughTheKernel] }],
    },
  },
  {
    files: ['remote-*/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...always,
        plainMembers,
        {
          selector: 'ImportExpression[source.value=/^[^.]/]',
          message:
            'The release record tells no names of it: import() a file of your own that has an import statement.',
        },
      ],
    },
  },
  {
    // what it exports keeps its types
    files: ['shared-kernel/{src,testing}/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...always] },
  },
  {
    files: ['shared-kernel/src/**/*.{ts,tsx}'],
    ignores: ['shared-kernel/src/{contracts/*.schema,tools/variables}.ts'],
    rules: { 'no-restricted-imports': ['error', { ...byPath, patterns: [noNeighbours, noZod] }] },
  },
  {
    files: [
      'scripts/**',
      'api/**',
      'delivery/**',
      'e2e/**',
      '**/*.config.ts',
      '**/*.test.{ts,tsx}',
      'packages/**',
    ],
    rules: { 'no-console': 'off' },
  },
)
