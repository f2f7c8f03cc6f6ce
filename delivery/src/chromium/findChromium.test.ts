import { expect, test } from '@jest/globals'
import { findChromium } from './chromium'

const PLAYWRIGHTS = '/home/u/.cache/ms-playwright/chromium-1/chrome'
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const WINDOWS = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'

test.each<[string, NodeJS.Platform, Record<string, string>, string[], string | undefined]>([
  [
    'the setting',
    'linux',
    { CHROMIUM_PATH: '/my/c', PATH: '/usr/bin' },
    ['/my/c', '/usr/bin/chromium'],
    '/my/c',
  ],
  [
    "the system's",
    'linux',
    { PATH: '/bin:/usr/bin' },
    ['/usr/bin/chromium', PLAYWRIGHTS],
    '/usr/bin/chromium',
  ],
  [
    'the one without windows before the other',
    'linux',
    { PATH: '/usr/bin' },
    ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'],
    '/usr/bin/chromium-headless-shell',
  ],
  ['chromium before chrome', 'linux', { PATH: '/a:/b' }, ['/a/google-chrome', '/b/chromium'], '/b/chromium'],
  ['chrome', 'linux', { PATH: '/a:/b' }, ['/b/google-chrome', PLAYWRIGHTS], '/b/google-chrome'],
  ["Playwright's own", 'linux', { PATH: '/usr/bin' }, [PLAYWRIGHTS], PLAYWRIGHTS],
  [
    'a setting that does not work',
    'linux',
    { CHROMIUM_PATH: '/my/c', PATH: '/b' },
    ['/b/chromium'],
    '/b/chromium',
  ],
  ['on macOS', 'darwin', { PATH: '/usr/bin' }, [MAC, PLAYWRIGHTS], MAC],
  ['on Windows', 'win32', { ProgramFiles: 'C:\\Program Files' }, [WINDOWS, PLAYWRIGHTS], WINDOWS],
  ['none', 'linux', { PATH: '/usr/bin' }, [], undefined],
  ['none without a path', 'linux', {}, [], undefined],
])('findChromium returns %s', async (_, platform, env, there, expected) => {
  const works = async (path: string) => there.includes(path)
  expect(await findChromium({ platform, env, works, playwrights: () => PLAYWRIGHTS })).toBe(expected)
})
