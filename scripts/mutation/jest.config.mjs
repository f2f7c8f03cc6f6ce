/** Only fast, in-process tests of the mutated code: each mutant runs all tests that reach it. */
export default {
  rootDir: '../..',
  transform: { '^.+\\.tsx?$': ['@swc/jest', { jsc: { target: 'es2022' } }] },
  testEnvironment: '@stryker-mutator/jest-runner/jest-env/node',
  testMatch: [
    '<rootDir>/shared-kernel/src/{contracts,domain}/**/*.test.ts',
    '<rootDir>/api/src/**/*.test.ts',
    '<rootDir>/api/test/{limitsInProcess,range,failures}.test.ts',
    '<rootDir>/delivery/src/{contentSecurityPolicy/policy,localServers/{composeEnvironment,requestPath}}.test.ts',
    '<rootDir>/delivery/src/nginx/syntax.test.ts',
    '<rootDir>/delivery/src/service/canaryDecision.test.ts',
    '<rootDir>/delivery/src/site/{environmentChanges,files,hostRecord,page,environmentRevision,environmentSettings,rollback}.test.ts',
  ],
  modulePathIgnorePatterns: ['<rootDir>/.console/', '<rootDir>/.stryker-tmp/backup'],
}
