import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { localAddress } from '@console/shared-kernel/ports'
import { findProgram } from '../../scripts/testing/findPrograms.mjs'
import { nginxProgram } from '../testing/nginx'
import { withServedSite, writeFileIn } from '../testing/nginxSite'

const MTAIL_PROGRAM = fileURLToPath(new URL('../../docs/operations/console.mtail', import.meta.url))
const mtail = findProgram('mtail')

/** The counts of docs/operations/console.mtail, made by mtail if it is installed. */
function counted(log: string): string {
  if (mtail) {
    const args = ['--one_shot', '--one_shot_format', 'prometheus', '--address', '127.0.0.1', '--port', '0']
    return execFileSync(mtail, [...args, '--progs', MTAIL_PROGRAM, '--logs', log], { encoding: 'utf8' })
  }
  const program = readFileSync(MTAIL_PROGRAM, 'utf8')
  const pattern = new RegExp(/^\/(.*)\/ \{$/m.exec(program)![1]!.replace('(?P<', '(?<'))
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
  const statuses = lines.map((line) => pattern.exec(line)?.groups?.status ?? 'not read')
  const count = (status: string) => statuses.filter((one) => one === status).length
  return [...new Set(['500', ...statuses])].map((one) => `status="${one}"} ${count(one)}`).join('\n')
}

if (nginxProgram) {
  const program = nginxProgram
  test('the access log shows the status of each response, whatever a client sends', () =>
    withServedSite(program, async ({ root, folder, ports, api }) => {
      writeFileIn(root, 'environments/staging/public/index.html', 'page')
      for (let time = 0; time < 3; time += 1) await fetch(localAddress(ports.console))
      const disguised = { 'User-Agent': '" 500 ', Authorization: `Basic ${btoa('" 500 :')}` }
      await fetch(`${localAddress(ports.api)}/" 500 `, { headers: disguised })
      for (const one of api) await one.kill()
      await expect.poll(async () => (await fetch(localAddress(ports.api))).status).toBe(502)
      const log = join(folder, 'nginx', 'access.log')
      // nginx logs a request after responding to it
      await expect.poll(() => counted(log)).toMatch(/status="502"\} [1-9]/)
      const text = counted(log)
      for (const line of ['"200"} 4', '"500"} 0']) expect(text).toContain(`status=${line}`)
      expect(text).not.toContain('not read')
    }))
}
