import type { Environment } from '@console/shared-kernel/remote'
import { shortenDeadlines } from '../support/deadlines'
import { environmentDocument } from '../support/environment'
import { handmadeMachines } from '../support/handmadeRemote'
import { FAILED_REMOTE, FAILED_REQUEST } from '../support/pageFaults'
import { expect, test } from '../support/test'

const withMachines = (machines: object): Environment => {
  const document = environmentDocument()
  return {
    ...document,
    remotes: { ...document.remotes, machines: machines as Environment['remotes'][string] },
  }
}

test('a release that is gone gives way to the one before it, whose screens count', async ({
  page,
  ownConsole,
  signIn,
  faults,
}) => {
  faults.expect(FAILED_REMOTE, FAILED_REQUEST)
  const yesterday = await handmadeMachines('Machines of yesterday')
  const { url, write, remote } = await ownConsole({ remotes: ['machines'] })
  const current = { ...environmentDocument().remotes.machines!, baseUrl: `${remote('machines').url}/` }
  remote('machines').fault(/./, { kind: 'answer', status: 404, body: 'Not found', type: 'text/plain' })
  write(withMachines({ ...current, previous: yesterday.deployed }))
  await signIn('player1', url)
  await page.getByRole('link', { name: 'Machines' }).click()
  await expect(page.getByText('Machines of yesterday')).toBeVisible()
  // once, and once more under another address
  expect(remote('machines').requests.filter((path) => path.includes('?'))).toHaveLength(1)
  // the entry of the release in use, whose label is its own
  await expect(page.getByRole('link', { name: 'Managed Machines' })).toBeVisible()
  await yesterday.close()
})

for (const [what, over, shorter] of [
  ['hangs', {}, { nextReleaseMs: 500 }],
  ['is built for another kernel', { kernel: '^9.0.0' }, {}],
] as const) {
  test(`a release that ${what} gives way without a second try`, async ({
    page,
    ownConsole,
    signIn,
    faults,
  }) => {
    faults.expect(FAILED_REMOTE, FAILED_REQUEST)
    await shortenDeadlines(page, shorter)
    const yesterday = await handmadeMachines('Machines of yesterday')
    const { url, write, remote } = await ownConsole({ remotes: ['machines'] })
    const current = environmentDocument().remotes.machines!
    remote('machines').fault(/./, { kind: 'hang' })
    write(
      withMachines({
        baseUrl: `${remote('machines').url}/`,
        release: { ...current.release, ...over },
        previous: yesterday.deployed,
      }),
    )
    await signIn('player1', url, '/machines')
    await expect(page.getByText('Machines of yesterday')).toBeVisible()
    expect(remote('machines').requests.filter((path) => path.includes('?'))).toEqual([])
    await yesterday.close()
  })
}

test('a canary goes to its share of the users, and the inspector says which release came from where', async ({
  page,
  ownConsole,
  signIn,
}) => {
  const canary = await handmadeMachines('Machines of tomorrow')
  const { url, write } = await ownConsole({})
  const share = (percent: number) =>
    withMachines({ ...environmentDocument().remotes.machines!, canary: { ...canary.deployed, percent } })
  write(share(100))
  await signIn('player1', url)
  await page.getByRole('link', { name: 'Machines' }).click()
  await expect(page.getByText('Machines of tomorrow')).toBeVisible()
  const row = async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'About this console' }).click()
    return page.getByRole('dialog', { name: 'About this console' }).getByRole('row', { name: /^machines/ })
  }
  await expect(await row()).toContainText(/0000beef\s*canary\s*Ready/)
  write(share(0))
  await page.goto(`${url}/machines`)
  await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
  await expect(await row()).toContainText(/current\s*Ready/)
  await canary.close()
})
