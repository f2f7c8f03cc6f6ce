import { randomUUID } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { externalReportQuery, internalReportQuery } from '@console/shared-kernel/schemas'
import { demoFolder } from './support/demo'
import { call } from './support/http'
import { auditOf, meetPeople } from './support/people'
import { startApi } from './support/server'

test('a machine id in capitals is audited and replayed as the same machine', async () => {
  const folder = await demoFolder()
  const api = await startApi({ DATA_DIR: folder })
  const { master: token, createClient } = await meetPeople(api.url)
  const { machine } = await createClient()
  const id = machine.idMachine
  const capitals = id.toUpperCase()
  const at = (name: string) => `/api/Machines/${name}`

  const headers = { 'idempotency-key': randomUUID() }
  const body = { amount: 5 }
  for (const name of [capitals, id, capitals]) {
    expect(await call(api.url, `PUT ${at(name)}/credit`, { token, headers, body })).toMatchObject({
      status: 200,
      body: { credit: 5, creditVersion: '2' },
    })
  }
  const block = await call(api.url, `PUT ${at(capitals)}/toggle-block`, { token })
  expect(block).toMatchObject({ status: 200, body: { blocked: true } })
  const config = { touchScreen: false }
  expect(await call(api.url, `PUT ${at(capitals)}/config`, { token, body: config })).toMatchObject({
    status: 200,
    body: config,
  })
  await api.stop()

  const actions = auditOf(folder, `machine ${id}`).map(({ action }) => action)
  expect(actions).toEqual(['machine.create', 'machine.credit', 'machine.block', 'machine.config'])
  expect(auditOf(folder, `machine ${capitals}`)).toEqual([])
})

test.each([internalReportQuery, externalReportQuery])(
  'a machine id in a report is read in lower case',
  (schema) => {
    const id = randomUUID()
    const period = { dateFrom: '2026-01-01', dateTo: '2026-01-02', timeFrom: '00:00', timeTo: '23:59' }
    const query = (machineId: string) => schema.safeParse({ ...period, queryType: 'Total', machineId })
    expect(query(id.toUpperCase())).toMatchObject({ success: true, data: { machineId: id } })
    expect(query(`${id}0`).success).toBe(false)
  },
)
