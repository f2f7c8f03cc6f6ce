import { readRelease } from '@console/delivery/compose'
import { serveRemote } from '@console/delivery/serve'
import { changedBuild } from '../testing/changedBuild'
import { heading, link } from '../testing/consolePage'
import { documentWith } from '../testing/environment'
import { handmadeRemote, reactContainerOf } from '../testing/handmadeRemote'
import { FAILED_REMOTE } from '../testing/pageFaults'
import { expect, test, WITH_ALL } from '../testing/test'

/** A remote whose screen shows the parameters of its path. */
const showingParameters = (name: string, path: string) =>
  handmadeRemote({
    name,
    path,
    title: `Screen of ${name}`,
    code: reactContainerOf(
      '() => React.createElement("p", null, "Hello " + JSON.stringify(router.useParams().id))',
    ),
  })

test('a screen with parameters gets them from its address, and has no navigation entry', async ({
  page,
  ownConsole,
  signIn,
}) => {
  const hello = await showingParameters('hello', '/hello/:id')
  const { url, write } = await ownConsole({})
  write(documentWith({ hello: hello.deployed }))
  await signIn('player1', url, '/hello/ana')
  await expect(page.getByText('Hello "ana"')).toBeVisible()
  await expect(page).toHaveTitle('Screen of hello · Admin Console')
  await expect(link(page, 'Machines')).toBeVisible()
  await expect(link(page, 'Screen of hello')).toHaveCount(0)
  await page.goto(`${url}/hello/two%20words`)
  await expect(page.getByText('Hello "two words"')).toBeVisible()
  await page.goto(`${url}/hello`)
  await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible()
  await hello.close()
})

test(
  'a built remote reads its parameters with the router of the host',
  WITH_ALL,
  async ({ page, ownConsole, signIn }) => {
    test.setTimeout(60_000)
    const root = await changedBuild('packages/create-remote/template', [
      { file: 'remote.ts', from: "path: '/hello'", to: "path: '/hello/:name'" },
      {
        file: 'src/app/Hello.tsx',
        from: "import Typography from '@mui/material/Typography'",
        to: "import Typography from '@mui/material/Typography'\nimport { useParams } from 'react-router-dom'",
      },
      {
        file: 'src/app/Hello.tsx',
        from: 'const { userName } = useCurrentUser()',
        to: 'const { name: userName } = { ...useCurrentUser(), ...useParams() }',
      },
    ])
    const server = await serveRemote({ root, port: 0 })
    const { url, write } = await ownConsole({})
    write(documentWith({ hello: { baseUrl: `${server.url}/`, release: readRelease(root) } }))
    await signIn('player1', url, '/hello/ana')
    await expect(page.getByText('Welcome, ana.')).toBeVisible()
    await server.close()
  },
)

test('a remote at /* is rejected by the browser, and every address keeps its owner', async ({
  page,
  ownConsole,
  signIn,
  faults,
}) => {
  faults.expect(FAILED_REMOTE)
  const hello = await showingParameters('hello', '/*')
  const { url, write } = await ownConsole({})
  write(documentWith({ hello: hello.deployed }))
  await signIn('player1', url, '/machines')
  await expect(heading(page, 'Managed Machines')).toBeVisible()
  await expect(link(page, 'Screen of hello')).toHaveCount(0)
  await page.goto(`${url}/nowhere`)
  await expect(page.getByRole('alert')).toContainText(
    'Remoto "hello" desactivado: /* of hello is a catch-all',
  )
  expect(hello.requests).toEqual([])
  await hello.close()
})
