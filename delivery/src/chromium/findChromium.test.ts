import { expect, test } from '@jest/globals'
import { findChromium } from './chromium'

const PLAYWRIGHTS = '/home/u/.cache/ms-playwright/chromium-1/chrome'
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const WINDOWS = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'

test.each<{
  title: string
  platform: NodeJS.Platform
  env: Record<string, string>
  there: string[]
  expected: string | undefined
}>([
  {
    title: 'the browser that the setting names',
    platform: 'linux',
    env: { CHROMIUM_PATH: '/my/c', PATH: '/usr/bin' },
    there: ['/my/c', '/usr/bin/chromium'],
    expected: '/my/c',
  },
  {
    title: "the system's browser",
    platform: 'linux',
    env: { PATH: '/bin:/usr/bin' },
    there: ['/usr/bin/chromium', PLAYWRIGHTS],
    expected: '/usr/bin/chromium',
  },
  {
    title: 'the headless shell before the full browser',
    platform: 'linux',
    env: { PATH: '/usr/bin' },
    there: ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'],
    expected: '/usr/bin/chromium-headless-shell',
  },
  {
    title: 'chromium before chrome',
    platform: 'linux',
    env: { PATH: '/a:/b' },
    there: ['/a/google-chrome', '/b/chromium'],
    expected: '/b/chromium',
  },
  {
    title: 'chrome',
    platform: 'linux',
    env: { PATH: '/a:/b' },
    there: ['/b/google-chrome', PLAYWRIGHTS],
    expected: '/b/google-chrome',
  },
  {
    title: "Playwright's own",
    platform: 'linux',
    env: { PATH: '/usr/bin' },
    there: [PLAYWRIGHTS],
    expected: PLAYWRIGHTS,
  },
  {
    title: 'another browser if the one in the setting does not work',
    platform: 'linux',
    env: { CHROMIUM_PATH: '/my/c', PATH: '/b' },
    there: ['/b/chromium'],
    expected: '/b/chromium',
  },
  {
    title: 'Chrome on macOS',
    platform: 'darwin',
    env: { PATH: '/usr/bin' },
    there: [MAC, PLAYWRIGHTS],
    expected: MAC,
  },
  {
    title: 'Chrome on Windows',
    platform: 'win32',
    env: { ProgramFiles: 'C:\\Program Files' },
    there: [WINDOWS, PLAYWRIGHTS],
    expected: WINDOWS,
  },
  { title: 'nothing', platform: 'linux', env: { PATH: '/usr/bin' }, there: [], expected: undefined },
  { title: 'nothing without a PATH', platform: 'linux', env: {}, there: [], expected: undefined },
])('findChromium returns $title', async ({ platform, env, there, expected }) => {
  const works = async (path: string) => there.includes(path)
  expect(await findChromium({ platform, env, works, playwrights: () => PLAYWRIGHTS })).toBe(expected)
})
