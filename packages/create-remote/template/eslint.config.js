import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** The host shares each path of MUI by its own name. */
const byPath = ['@mui/material', '@mui/icons-material'].map((name) => ({
  name,
  message: 'Import each part by its path.',
}))

export default tseslint.config(
  { ignores: ['dist/', '.console/', 'test-results/'] },
  ...tseslint.configs.recommended,
  {
    files: ['src/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    // a deprecated name works for one major more
    rules: { '@typescript-eslint/no-deprecated': 'warn' },
  },
  {
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'no-restricted-imports': ['error', { paths: byPath }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // the console's policy refuses them
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
    },
  },
)
