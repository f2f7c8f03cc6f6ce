import { rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach } from '@jest/globals'
import { integrityOf } from '../src/site/files'
import { freshSite, publishNext, run, sitePath, start } from './staging'

/** Gives each test of a file a site with a release to verify, in a browser without its sandbox. */
export function trialSite(): void {
  const { VERIFY_SANDBOX, CHROMIUM_PATH } = process.env
  freshSite(start, publishNext)
  beforeEach(() => {
    process.env.VERIFY_SANDBOX = 'off'
  })
  afterEach(() => {
    for (const [name, value] of Object.entries({ VERIFY_SANDBOX, CHROMIUM_PATH }))
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  })
}

/** The output of verify for a release, in a host that shows a page and runs this code. */
export async function problemsWith(code: string, release = 'users@1.1.0'): Promise<string> {
  const script = `
    const show = (parent, name, properties, text = '') =>
      parent.append(Object.assign(document.createElement(name), properties, { textContent: text }))
    show(document.body, 'header', {}, 'Console')
    show(document.body, 'main', {}, 'Users')
    ${code}`
  const path = 'static/js/index.0000000a.js'
  const host = (file: string) => sitePath(`host/2.0.0-aaaaaaaa/${file}`)
  for (const ending of ['.gz', '.br']) rmSync(host(path + ending), { force: true })
  writeFileSync(host(path), script)
  const integrity = integrityOf(Buffer.from(script))
  writeFileSync(
    host('index.html'),
    `<!doctype html><body><script type="module" src="/${path}" integrity="${integrity}"></script>`,
  )
  return run('verify', `${release} --env staging`).catch(({ message }: Error) => message)
}
