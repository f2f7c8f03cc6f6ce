import { randomUUID } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { externalReportQuery, internalReportQuery } from '@console/shared-kernel/schemas'

test.each([internalReportQuery, externalReportQuery])(
  'a machine id in a report query is converted to lower case',
  (schema) => {
    const id = randomUUID()
    const period = { dateFrom: '2026-01-01', dateTo: '2026-01-02', timeFrom: '00:00', timeTo: '23:59' }
    const query = (machineId: string) => schema.safeParse({ ...period, queryType: 'Total', machineId })
    expect(query(id.toUpperCase())).toMatchObject({ success: true, data: { machineId: id } })
    expect(query(`${id}0`).success).toBe(false)
  },
)
