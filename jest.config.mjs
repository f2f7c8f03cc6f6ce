import { findPostgres, findProgram } from './scripts/jest/findPrograms.mjs'

/**
 * Unit and API tests. Node for what runs on a server or is pure, jsdom for what renders. The API's are
 * in two projects: `node` on the embedded engine, `postgres` on a PostgreSQL of their own. jsdom's matcher of
 * selectors (nwsapi, in `overrides` of package.json) is held at 2.2.20: the later ones take several times as
 * long.
 */
const transform = {
  '^.+\\.tsx?$': ['@swc/jest', { jsc: { target: 'es2022', transform: { react: { runtime: 'automatic' } } } }],
}
/** The kernel's pure folders: their tests need no page, which is created for each test file. */
const PURE = '(contracts|domain|remote)'
/** Minutes each, and with more rights than a test should need: by name, with CONSOLE_TEST_LONG=1. */
const longTests = process.env['CONSOLE_TEST_LONG'] ? [] : ['\\.long\\.']
const shared = {
  transform,
  extensionsToTreatAsEsm: [],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', ...longTests],
  modulePathIgnorePatterns: ['<rootDir>/.console/', '<rootDir>/api/.console/'],
}

const all = Boolean(process.env['CONSOLE_TEST_ALL'])
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
const withoutPooler = pgbouncer ? [] : ['/api/test/pooler\\w*\\.postgres\\.test\\.ts$']
/**
 * `npm run test:all` runs all on both engines. `npm test` runs its part on PostgreSQL, where a server starts in a
 * third of the time. What rests on the engine most also runs on the embedded one, which the flows in the browser
 * use too. Without PostgreSQL that part runs on the embedded engine.
 */
const ON_EMBEDDED_TOO = 'audit|auth|credit|games|lists|machines|range|userChanges|users'
const ON_POSTGRES_ALONE = 'processes|revokedSessions|sessionCache|workClasses'
const onPostgresByAll = [`/api/test/(?!(${ON_POSTGRES_ALONE})\\.)\\w+\\.postgres\\.test\\.ts$`]
const onEmbeddedByAll = [`/api/test/(?!(${ON_EMBEDDED_TOO})\\.|.*\\.(embedded|long)\\.).+\\.test\\.ts$`]
/** What takes long and is about one command or one fault alone: by `npm run test:all`. */
const onlyWithAll = all
  ? []
  : [
      '/api/test/(archiveAudit|archiveReadBack|activityStored|auditSize|expired|listStream|movementBounds)\\.test\\.ts$',
      '/api/test/(backup|dataDirectory|heartbeat|housekeeping|lock|paused)\\.embedded\\.test\\.ts$',
      '/api/test/(commands|connections|createMaster|data|detachMovements|docs|kill|loginBursts|longReportPages|metrics|movementMonths|operations|reportQueries|resetMasterPassword|securityLog|seed|slowClients|start|totals|tracing|attacks/sqlInjection)\\.test\\.ts$',
      '/scripts/pack/pack\\.test\\.ts$',
      '/delivery/src/site/interruptedCommand\\.test\\.ts$',
      '/packages/remote-preset/src/reproducible\\.test\\.ts$',
    ]
const onPostgres = {
  ...shared,
  displayName: 'postgres',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/api/test/**/*.test.ts'],
  testPathIgnorePatterns: [
    ...shared.testPathIgnorePatterns,
    ...withoutPooler,
    ...onlyWithAll,
    ...(all ? [] : onPostgresByAll),
    '\\.embedded\\.test\\.ts$',
  ],
  globals: { postgresPrograms, pgbouncer, nginx },
  globalSetup: '<rootDir>/api/test/support/postgresSetup.ts',
  globalTeardown: '<rootDir>/api/test/support/postgresTeardown.ts',
  setupFiles: ['<rootDir>/api/test/support/onPostgres.ts'],
}

export default {
  // one more than the two cores it was measured on: a test of the API mostly waits for its server
  maxWorkers: 3,
  projects: [
    {
      ...shared,
      displayName: 'browser',
      testEnvironment: '<rootDir>/scripts/jest/browserEnvironment.ts',
      testMatch: ['<rootDir>/{shared-kernel,host,remote-*}/src/**/*.test.{ts,tsx}'],
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, `shared-kernel/src/${PURE}/`],
      moduleNameMapper: {
        '^@module-federation/enhanced/runtime$': '<rootDir>/host/testing/federationRuntime.ts',
        '/TouchRipple(\\.js)?$': '<rootDir>/shared-kernel/testing/nothing.ts',
        '\\.css$': '<rootDir>/scripts/jest/emptyModule.cjs',
      },
      setupFiles: ['<rootDir>/scripts/jest/browserGlobals.ts'],
      setupFilesAfterEnv: ['<rootDir>/scripts/jest/domMatchers.ts'],
    },
    {
      ...shared,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: [
        '<rootDir>/{api,delivery,scripts}/**/*.test.ts',
        '<rootDir>/packages/*/src/**/*.test.ts',
        '<rootDir>/host/build/**/*.test.ts',
        `<rootDir>/shared-kernel/src/@${PURE}/**/*.test.ts`,
      ],
      testPathIgnorePatterns: [
        ...shared.testPathIgnorePatterns,
        ...onlyWithAll,
        ...(postgresPrograms && !all ? onEmbeddedByAll : []),
        '\\.postgres\\.test\\.ts$',
      ],
      // the API's image is run on a PostgreSQL
      globals: { postgresPrograms, nginx },
    },
    ...(postgresPrograms ? [onPostgres] : []),
  ],
}
