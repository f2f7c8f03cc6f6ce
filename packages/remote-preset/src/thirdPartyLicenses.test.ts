import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { build } from '../testing/build'

mkdirSync(join(__dirname, '../dist'), { recursive: true })
const root = mkdtempSync(join(__dirname, '../dist/licenses-'))
afterAll(() => rmSync(root, { recursive: true }))

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), content)
}

function install(name: string, manifest: object, files: Record<string, string>): void {
  const whole = {
    name: name.replace(/^.*node_modules\//, ''),
    version: '1.2.3',
    main: 'index.js',
    ...manifest,
  }
  write(`node_modules/${name}/package.json`, JSON.stringify(whole))
  for (const [file, content] of Object.entries(files)) write(`node_modules/${name}/${file}`, content)
}

test('the build lists each package that it contains parts of once, with the text of its licence', () => {
  install(
    'code',
    { license: 'MIT' },
    {
      'index.js': `import './esm/more'; export { b } from '@of/scope'`,
      'esm/package.json': '{"type":"module"}',
      'esm/more.js': 'self.a = 1',
      LICENSE: 'Do what you like.\r\n',
    },
  )
  install(
    '@of/scope',
    { license: 'ISC', author: { name: 'A. Author' } },
    { 'index.js': `export { b } from 'inner'` },
  )
  install(
    '@of/scope/node_modules/inner',
    { license: { type: 'BSD' } },
    { 'index.js': 'export const b = String(self.b)' },
  )
  install(
    'font',
    { license: 'OFL-1.1' },
    { 'letters.woff2': '?'.repeat(20_000), 'LICENSE.txt': 'Draw.', NOTICE: 'By hand.', 'notice.js': '' },
  )
  install('shaken', { license: 'MIT', sideEffects: false }, { 'index.js': 'export const c = 1' })
  install('@console/own', { license: 'UNLICENSED' }, { 'index.js': 'self.d = 1' })
  write('style.css', `@font-face { font-family: x; src: url('font/letters.woff2') }`)
  write(
    'index.js',
    `import './style.css'; import { b } from 'code'; import { c } from 'shaken'; import '@console/own'; self.e = b`,
  )
  write(
    'rsbuild.config.ts',
    `import { thirdPartyLicenses } from '../../src/thirdPartyLicenses'
     export default { plugins: [thirdPartyLicenses()], source: { entry: { index: './index.js' } } }`,
  )
  build(root)
  const entries = [
    '@of/scope\n\nLicense: ISC\n\nCopyright: A. Author\n',
    'code\n\nLicense: MIT\n\nDo what you like.\n',
    'font\n\nLicense: OFL-1.1\n\nBy hand.\n\nDraw.\n',
    'inner\n\nLicense: BSD\n',
  ]
  const text = readFileSync(join(root, 'dist/third-party-licenses.txt'), 'utf8')
  expect(text.split(`\n${'-'.repeat(80)}\n\n`)).toEqual(entries)
})
