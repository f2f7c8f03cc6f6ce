import { afterAll } from '@jest/globals'
import type { ErrorResponse, FactorsResponse } from '@console/shared-kernel/schemas'
import { startDemoApi } from './demo'
import { enrol, FACTOR_KEY, firstStep, secondStep } from './factors'
import { call, get } from './http'
import { demoForTests } from './people'
import type { Api } from './server'

/** Gives the tests of a file a server of their own, with second factors, on demo data. */
export function factorDemo(settings: Record<string, string> = {}) {
  let server: Api | undefined
  const { api, people } = demoForTests(async () => {
    server = await startDemoApi({ FACTOR_KEY, ...settings })
    return server
  })
  afterAll(() => server?.stop())

  const newClient = () => people().create('subdistributor1', 6)
  const isSignedIn = async (token: string) =>
    (await get(`${api().url}/api/Users/current`, token)).status === 200
  const factorsOf = async (token: string) =>
    (await get<FactorsResponse>(`${api().url}/api/Auth/factors`, token)).body
  const prove = (token: string, shown: object) =>
    call<ErrorResponse & { until: string }>(api().url, 'POST /api/Auth/proof', { token, body: shown })
  const rejectionOf = ({ status, body }: { status: number; body: ErrorResponse }) => [status, body.message]
  return {
    ...{ api, people, newClient, isSignedIn, factorsOf, prove, rejectionOf },
    enrolNew: async () => enrol(api().url, await newClient()),
    firstStep: (userName: string, address?: string) => firstStep(api().url, userName, address),
    secondStep: (id: string, shown: object, address?: string) => secondStep(api().url, id, shown, address),
    OVER: [401, 'El inicio de sesión ha caducado. Empieza de nuevo.'],
    WRONG_CODE: [401, 'El código no es correcto'],
  }
}
