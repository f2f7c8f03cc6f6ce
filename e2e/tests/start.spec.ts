import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localAddress } from '@console/shared-kernel/ports'
import { start } from '../../packages/emulator/src/processes'
import { startedPorts } from '../testing/addresses'
import { ACCOUNTS, expect, PASSWORD, submitLogin, test } from '../testing/test'

/** The command in README.md; `scripts/lib/documents.test.ts` compares the two. */
const COMMAND = 'npm start'

test('README: the console starts with one command, and a Master signs in', async ({ page }) => {
  test.setTimeout(180_000)
  const folder = mkdtempSync(join(tmpdir(), 'console-start-'))
  let output = ''
  const [program, ...args] = COMMAND.split(' ')
  const console = start(program!, args, {
    env: { PORT: String(startedPorts.host), DATA_DIR: folder },
    onLine: (line) => (output += `${line}\n`),
  })
  try {
    await expect.poll(() => output, { timeout: 150_000 }).toContain(localAddress(startedPorts.host))
    await page.goto(localAddress(startedPorts.host))
    await submitLogin(page, ACCOUNTS[0], PASSWORD)
    await expect(page.locator('tr.data').first()).toBeVisible({ timeout: 20_000 })
    // the page may still be loading from servers that are about to stop
    await page.goto('about:blank')
  } finally {
    await console.stop('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
  expect(output).toContain('Stopped. The data is kept.')
  expect(output).toContain('[api] warn: the embedded engine does not wait for the disk')
  expect(output).not.toContain('{"level"')
})
