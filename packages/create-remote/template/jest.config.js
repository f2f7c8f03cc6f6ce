/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/jest.environment.js',
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
  transform: {
    '^.+\\.[jt]sx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
      },
    ],
  },
  // the console's packages are ECMAScript modules
  transformIgnorePatterns: ['/node_modules/(?!@console/)'],
  setupFilesAfterEnv: ['@testing-library/jest-dom/jest-globals'],
}
