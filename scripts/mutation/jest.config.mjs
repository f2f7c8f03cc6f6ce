/** The tests next to the code that is mutated, in one process. */
export default {
  rootDir: '../..',
  transform: { '^.+\\.tsx?$': ['@swc/jest', { jsc: { target: 'es2022' } }] },
  testEnvironment: '@stryker-mutator/jest-runner/jest-env/node',
  testMatch: ['<rootDir>/shared-kernel/src/{contracts,domain}/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.console/', '<rootDir>/.stryker-tmp/backup'],
}
