import { findPostgres, findProgram } from './scripts/testing/findPrograms.mjs'

/**
 * Unit and API tests: Node for code that runs on a server or is pure, jsdom for code that renders. The API
 * tests are in two projects: `node` on the embedded engine, `postgres` on their own PostgreSQL.
 */
const transform = {
  '^.+\\.tsx?$': ['@swc/jest', { jsc: { target: 'es2022', transform: { react: { runtime: 'automatic' } } } }],
}
/** The kernel's folders whose tests need no page. A page would be created for each test file. */
const PURE = '{contracts,domain,release,tools}'
const shared = {
  transform,
  extensionsToTreatAsEsm: [],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/.console/', '<rootDir>/api/.console/'],
  setupFilesAfterEnv: ['<rootDir>/scripts/testing/failOnWarnings.ts'],
}

const all = Boolean(process.env['CONSOLE_TEST_ALL'])
const long = Boolean(process.env['CONSOLE_TEST_LONG'])
const postgresPrograms = findPostgres()
if (!postgresPrograms) {
  console.warn('PostgreSQL is not installed: the API is tested on the embedded engine alone.')
}
const pgbouncer = findProgram('pgbouncer')
if (postgresPrograms && !pgbouncer && all) {
  console.warn('pgbouncer is not installed: the API is not tested behind a pooler.')
}
const nginx = findProgram('nginx')
if (!nginx) console.warn('nginx is not installed: lists of the API are not tested behind it.')

/** A file's name says when it runs: CONTRIBUTING.md, "Tests". */
const now = [...(all ? [] : ['!**/*.all.test.*']), ...(long ? [] : ['!**/*.long.test.*'])]
/**
 * A server starts on PostgreSQL in a third of the time: if it is installed, only `npm run test:all` runs all
 * tests on the embedded engine.
 */
const onEmbedded = postgresPrograms && !all ? '*.{bothEngines,embedded}*' : '*'
const onPostgres = {
  ...shared,
  displayName: 'postgres',
  testEnvironment: 'node',
  testMatch: [
    '<rootDir>/api/test/**/*.test.ts',
    '!**/*.embedded.*',
    ...(pgbouncer ? [] : ['!**/*.pgbouncer.*']),
    ...now,
  ],
  globals: { postgresPrograms, pgbouncer, nginx },
  globalSetup: '<rootDir>/api/testing/postgresSetup.ts',
  globalTeardown: '<rootDir>/api/testing/postgresTeardown.ts',
  setupFiles: ['<rootDir>/api/testing/onPostgres.ts'],
}

export default {
  // one more than the two cores of the machine where it was measured: an API test mostly waits for its server
  maxWorkers: 3,
  projects: [
    {
      ...shared,
      displayName: 'browser',
      testEnvironment: '<rootDir>/scripts/testing/browserEnvironment.ts',
      testMatch: [
        '<rootDir>/{shared-kernel,host,remote-*}/src/**/*.test.{ts,tsx}',
        `!**/shared-kernel/src/${PURE}/**`,
        ...now,
      ],
      moduleNameMapper: {
        '^@module-federation/enhanced/runtime$': '<rootDir>/host/testing/federationRuntime.ts',
        '/TouchRipple(\\.js)?$': '<rootDir>/shared-kernel/testing/nothing.ts',
        '\\.css$': '<rootDir>/scripts/testing/emptyModule.cjs',
      },
      setupFiles: ['<rootDir>/scripts/testing/browserGlobals.ts'],
      setupFilesAfterEnv: [...shared.setupFilesAfterEnv, '<rootDir>/scripts/testing/domMatchers.ts'],
    },
    {
      ...shared,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: [
        '<rootDir>/{delivery,scripts,api/bench,api/src}/**/*.test.ts',
        `<rootDir>/api/test/**/${onEmbedded}.test.ts`,
        '<rootDir>/packages/*/src/**/*.test.ts',
        '<rootDir>/host/build/**/*.test.ts',
        `<rootDir>/shared-kernel/src/${PURE}/**/*.test.ts`,
        '!**/*.{postgres,pgbouncer}.*',
        ...now,
      ],
      // the API's image is run on a PostgreSQL
      globals: { postgresPrograms, nginx },
    },
    ...(postgresPrograms ? [onPostgres] : []),
  ],
}
