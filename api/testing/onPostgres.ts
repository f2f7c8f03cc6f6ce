/** Runs before each test file of the `postgres` project: see engine.ts. */
process.env['TEST_ENGINE'] = 'postgres'
