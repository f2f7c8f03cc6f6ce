import { beforeAll, describe, expect, test } from '@jest/globals'
import type { CreditResponse, MachineResponse } from '@console/shared-kernel/schemas'
import { call, tokenOf } from '../testing/http'
import { demoForTests, pathsOf } from '../testing/people'

const { api, people } = demoForTests()
let manager: string
beforeAll(async () => {
  manager = await tokenOf(api().url, 'subdistributor1')
})

type Headers = Record<string, string>

/** @param body JSON text is sent as is: numbers have forms that no object can hold */
const put = (machine: MachineResponse, body: unknown, headers: Headers = {}, token = manager) =>
  call<CreditResponse>(api().url, `PUT /api/Machines/${machine.idMachine}/credit`, { token, body, headers })
const read = async (machine: MachineResponse) => {
  const [found] = await people().machinesOf(machine.userName)
  if (!found) throw new Error('The machine is gone')
  return { credit: found.credit, creditVersion: found.creditVersion }
}
const newMachine = async () => (await people().createClient()).machine

describe('[CALL-13] an amount', () => {
  const STORED = '0 0.0 0.01 0.1 0.10 1 1.0 1.1 1.10 1e2 1.5e1 100 4.35 19.99 1234.56 999999.99 9999999.99'
  test.each(STORED.split(' '))('of %s is stored as it was sent', async (text) => {
    const credit = Number(text)
    const machine = await newMachine()
    const answer = await put(machine, `{"amount":${text}}`)
    expect([answer.status, answer.body]).toMatchObject([200, { credit, creditVersion: '2' }])
    expect(await read(machine)).toEqual({ credit, creditVersion: '2' })
  })

  const REJECTED = `-0 -1 -0.01 0.001 0.005 1.005 1e-3 1e309 9999999.995 10000000 9007199254740993 1e21 null true []
    [1] {} "" "1" "1,234.56" "1.234,56" "٥" "0x10" "NaN"`
  test.each([...REJECTED.split(/\s+/), '" 5 "'])(
    'of %s is rejected, its field is named, and the credit is unchanged',
    async (text) => {
      const [machine] = await people().machinesOf('client1')
      if (!machine) throw new Error('client1 has no machine')
      const before = await read(machine)
      const answer = await put(machine, `{"amount":${text}}`)
      expect([answer.status, pathsOf(answer)]).toEqual([400, ['amount']])
      expect(await read(machine)).toEqual(before)
    },
  )

  const BODIES = '{} {"amount":NaN} {"amount":01} {"amount":.5} {"amount":5.} {"amount":+1} 5'
  test.each([...BODIES.split(' '), ''])('in the body %s is rejected', async (body) => {
    const [machine] = await people().machinesOf('client1')
    if (!machine) throw new Error('client1 has no machine')
    expect((await put(machine, body)).status).toBe(400)
  })
})

test.each(['*', 'abc', 'W/"1"'])('a malformed version is rejected: %s', async (version) => {
  const answer = await put(await newMachine(), { amount: 7 }, { 'if-match': version })
  expect([answer.status, pathsOf(answer)]).toEqual([400, ['if-match']])
})

describe.each([2, 8, 32])('%d clients at once', (clients) => {
  const many = <T>(make: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: clients }, (_, index) => make(index)))

  test('against one version: one change is accepted', async () => {
    const machine = await newMachine()
    const headers = { 'if-match': machine.creditVersion }
    const answers = await many((index) => put(machine, { amount: index + 1 }, headers))
    const through = answers.filter(({ status }) => status === 200)
    expect(through).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(clients - 1)
    expect(through[0]?.body).toMatchObject(await read(machine))
  })

  test('without a version: each change is made, one after the other', async () => {
    const machine = await newMachine()
    const answers = await many((index) => put(machine, { amount: index + 1 }))
    const versions = answers.map(({ body }) => Number(body.creditVersion)).sort((a, b) => a - b)
    expect(versions).toEqual(Array.from({ length: clients }, (_, index) => index + 2))
    const last = answers.find(({ body }) => Number(body.creditVersion) === clients + 1)
    expect(last?.body).toMatchObject(await read(machine))
  })
})
