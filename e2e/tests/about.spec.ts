import { REMOTES } from '@console/shared-kernel/ports'
import { chooseInAccountMenu } from '../testing/consolePage'
import { environmentDocument } from '../testing/environment'
import { FAILED_REMOTE, FAILED_REQUEST } from '../testing/pageFaults'
import { tableRows } from '../testing/table'
import { telemetryServer, type ReceivedEvent } from '../testing/telemetry'
import { expect, test, WITH_ALL } from '../testing/test'

test(
  'About this console shows each remote with its times and last error, and telemetry gets the same events',
  WITH_ALL,
  async ({ page, context, ownConsole, signIn, faults }) => {
    faults.expect(FAILED_REMOTE, FAILED_REQUEST)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const telemetry = await telemetryServer()
    const { url, write, remote } = await ownConsole({ remotes: ['machines'] })
    remote('machines').fault(/./, { kind: 'reset' })
    const document = environmentDocument({ remotes: { machines: remote('machines').url } })
    write({ ...document, revision: 7, telemetryUrl: telemetry.url })
    await signIn('player1', url)
    await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
    await page.getByRole('link', { name: 'Machines' }).click()
    await expect(page.getByText('No se pudo mostrar "Managed Machines"')).toBeVisible()

    await chooseInAccountMenu(page, 'About this console')
    const dialog = page.getByRole('dialog', { name: 'About this console' })
    await expect(dialog).toContainText(/Environment e2e · revision 7 · host .* · API \d+\.\d+\.\d+ \(\w+\)/)
    const rows = await tableRows(dialog.getByRole('table', { name: 'Remotes' }))
    expect(rows.map(({ Remote, Source, State }) => [Remote, Source, State])).toEqual([
      ['users', 'current', 'Ready'],
      ['machines', 'current', 'Failed'],
      ...REMOTES.slice(2).map((name) => [name, 'current', 'Not opened']),
    ])
    const { version, build, kernel } = document.remotes.users!.release
    expect(rows[0]).toMatchObject({ Version: version, Build: build, Kernel: kernel, 'Last error': '' })
    for (const time of ['Document', 'Entry', 'Module', 'First paint'])
      expect(rows[0]![time]).toMatch(/^\d+ ms$/)
    expect(rows[1]!['Last error']).toContain('load RUNTIME-008: sus archivos no se pudieron cargar')

    await dialog.getByRole('button', { name: 'Copy as text' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('machines\t1.0.0')
    const summary = ({ remote, phase, code, source }: ReceivedEvent) =>
      [remote, phase, code, source].join(' ')
    await expect
      .poll(() => telemetry.events.map(summary))
      .toEqual([
        'host mounted OK current',
        'users mounted OK current',
        // fails twice in quick succession, and is reported once
        'machines load RUNTIME-008 current',
      ])
    await telemetry.close()
  },
)
