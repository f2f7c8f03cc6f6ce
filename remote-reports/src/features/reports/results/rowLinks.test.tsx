import { describe, expect, jest, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { reportServers, ROWS } from '../../../../testing/reports'
import { externalData, internalData, type ReportDefinition } from '../definitions'
import { ReportScreen } from '../ReportScreen'

// jsdom measures nothing: what is drawn is the browser tests' matter
jest.mock('@console/shared-kernel/charts', () => ({ AmountBars: () => null, AmountLine: () => null }))

const server = serverForTests()
reportServers(server)

const show = (definition: ReportDefinition, address: string) =>
  renderAs(aUser({ level: 1 }), <ReportScreen definition={definition} />, address)

describe('results', () => {
  test.each([
    ['external', externalData, ['Slot 1, machine', '3, Detail of Slot 1']],
    // there its Detail cannot be chosen
    ['internal', internalData, ['Slot 1, machine']],
  ])(
    'of the %s report link each row to its machine, and to its Detail on the same days',
    async (_, definition, names) => {
      server().on(definition.path, {
        body: ROWS.map((row, at) => (at === 0 ? { ...row, machineId: 'm1' } : row)),
      })
      show(definition, `/${definition.name}?run=1&range=yesterday&client=6&compare=lastWeek`)
      const table = await screen.findByRole('table', { name: 'Total per machine' })
      const links = within(table).getAllByRole<HTMLAnchorElement>('link')
      const machine = ['Slot 1, machine', '/machines?search=m1']
      const detail = [
        '3, Detail of Slot 1',
        '/external?client=6&dateFrom=2026-11-20&dateTo=2026-11-20&machine=m1&queryType=Detail&run=1&timeFrom=00%3A00&timeTo=23%3A59',
      ]
      expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual(
        [machine, detail].filter(([name]) => names.includes(name!)),
      )
    },
  )

  test.each(['Detail', 'Tickets', 'POS'])('of %s link each row to its machine', async (queryType) => {
    server().on('/api/external/query', { body: [{ machine: 'Slot 1' }, { machine: '' }] })
    show(externalData, `/external?run=1&queryType=${queryType}`)
    const links = within(await screen.findByRole('table', { name: queryType })).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Slot 1', '/machines?search=Slot+1'],
    ])
  })
})
