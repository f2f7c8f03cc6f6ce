import { startCluster } from '../../api/testing/cluster'
import { findPostgres } from '../../scripts/testing/findPrograms.mjs'
import { startApi } from '../../scripts/lib/servers'
import { stackPorts } from '../testing/addresses'
import { createSite, serveWithNginx } from '../testing/deliverySite'
import { nginxProgram } from '../testing/nginx'
import { PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'
import { rowOf } from '../testing/usersScreen'

const FIRST_PORT = stackPorts.host + 470
const SECOND_PORT = stackPorts.host + 472

async function startProcess(port: number, DATABASE_URL: string) {
  const api = startApi(
    { ...stackPorts, api: port, external: port + 1 },
    {
      DATABASE_URL,
      TOKEN_SECRET: 'a secret of these two processes only',
      RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
    },
  )
  await api.ready
  return api
}

const postgres = findPostgres()

if (nginxProgram && postgres) {
  const [nginx, programs] = [nginxProgram, postgres]
  test(
    'the page and its session continue while two API processes on PostgreSQL are stopped in turn',
    WITH_ALL,
    async ({ page }, { parallelIndex }) => {
      test.slow()
      const closing: (() => Promise<void>)[] = []
      try {
        const cluster = await startCluster(programs)
        closing.unshift(cluster.stop)
        const start = async (port: number) => {
          const api = await startProcess(port, cluster.url)
          closing.unshift(() => api.stop())
          return api
        }
        const [first, second] = [await start(FIRST_PORT), await start(SECOND_PORT)]
        const site = await createSite(parallelIndex)
        const served = await serveWithNginx(site, nginx, parallelIndex, [FIRST_PORT, SECOND_PORT])
        closing.unshift(served.stop, async () => site.remove())
        // these processes have their own secret: tokens of the shared API are not valid here
        await page.goto(served.url)
        await submitLogin(page, 'admin1', PASSWORD)
        await rowOf(page, 'distributor1')
        const stillShown = async () => {
          await page.reload()
          await rowOf(page, 'distributor1')
        }
        await first.stop()
        await stillShown()
        await start(FIRST_PORT)
        await second.stop()
        await stillShown()
      } finally {
        for (const close of closing) await close()
      }
    },
  )
} else {
  console.warn('Two processes of the API are not tested: that needs nginx and PostgreSQL.')
}
