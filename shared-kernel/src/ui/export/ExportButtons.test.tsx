import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { aUser } from '../../../testing/entities'
import { renderAt } from '../../../testing/render'
import { unzip } from '../../../testing/unzip'
import { connect } from '../../client/connect'
import { leaveSession, rememberSession } from '../../client/storedSession'
import type { CsvColumn } from '../../domain/csv'
import { ExportButtons } from './ExportButtons'

const COLUMNS: CsvColumn<number>[] = [
  { header: 'Name', value: (row) => `row ${row}` },
  {
    header: 'Credit',
    value: (row) => row + 0.5,
    total: (rows) => rows.reduce((sum, row) => sum + row + 0.5, 0),
  },
]

const saved: { name: string; file: Blob }[] = []
const bytesOf = (file: Blob) =>
  new Promise<Uint8Array>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer))
    reader.readAsArrayBuffer(file)
  })
const lastText = async () => new TextDecoder().decode(await bytesOf(saved.at(-1)!.file))

beforeEach(() => {
  localStorage.clear()
  saved.length = 0
  connect({ apiUrl: '', externalReportsUrl: '', timeZone: 'Europe/Madrid' })
  jest.useFakeTimers({ now: new Date('2026-11-23T10:00:00Z'), doNotFake: ['setTimeout', 'queueMicrotask'] })
  let file: Blob | null = null
  URL.createObjectURL = (blob) => {
    file = blob as Blob
    return 'blob:file'
  }
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: file! })
  })
  rememberSession('token', aUser({ userId: 1 }))
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
  act(() => leaveSession())
})

const show = (over: Partial<Parameters<typeof ExportButtons<number>>[0]> = {}) =>
  renderAt('/', {
    '*': <ExportButtons name={['machines', false, 'search joe']} columns={COLUMNS} rows={[1, 2]} {...over} />,
  })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
async function saveAs({ user }: ReturnType<typeof show>, choice: string) {
  await user.click(button(/^Export \d/))
  await user.click(screen.getByRole('menuitem', { name: choice }))
}
const isSaved = (count: number) => waitFor(() => expect(saved).toHaveLength(count))

describe('the export of a list', () => {
  test('makes a CSV or Excel file named after the screen, filter and day, with the total', async () => {
    const page = show()
    await saveAs(page, 'CSV')
    await isSaved(1)
    expect(saved[0]!.name).toBe('machines-search-joe-2026-11-23.csv')
    expect(await lastText()).toBe('Name,Credit\r\nrow 1,1.5\r\nrow 2,2.5\r\nTotal,4\r\n')
    await saveAs(page, 'Excel')
    await isSaved(2)
    expect(saved[1]!.name).toBe('machines-search-joe-2026-11-23.xlsx')
    const sheet = unzip(await bytesOf(saved[1]!.file)).get('xl/sheet1.xml')
    expect(sheet).toMatch(/row 2.*<v>2\.5<\/v>[^]*Total.*<v>4<\/v>/)
    expect(screen.getByText('2 rows exported')).toBeVisible()
  })

  test('whose rows are not loaded says so when opened by its address, without a count', async () => {
    const parts = { name: ['machines'], columns: COLUMNS, rows: [], ready: false }
    renderAt('/machines?do=export', { '*': <ExportButtons {...parts} /> })
    expect(await screen.findByRole('dialog', { name: 'Export' })).toHaveTextContent(
      'The rows are not loaded yet.',
    )
  })

  test('adds no date to a name that already contains dates', async () => {
    await saveAs(show({ name: ['Detail', '2026-11-01', 'to 2026-11-02'], dated: true }), 'CSV')
    await isSaved(1)
    expect(saved[0]!.name).toBe('detail-2026-11-01-to-2026-11-02.csv')
  })

  test('as CSV has decimal commas on request', async () => {
    await saveAs(show(), 'CSV for this locale')
    await isSaved(1)
    expect(await lastText()).toBe('Name;Credit\r\nrow 1;1,5\r\nrow 2;2,5\r\nTotal;4\r\n')
  })

  test('waits for the rows, and saves nothing if they fail', async () => {
    const settled = jest.fn<() => Promise<number[]>>()
    settled.mockResolvedValueOnce([7]).mockRejectedValueOnce(new Error('broken'))
    const page = show({ settled, more: true })
    expect(button('Export 2+ rows')).toBeEnabled()
    await saveAs(page, 'CSV')
    await isSaved(1)
    expect(await lastText()).toContain('row 7')
    await saveAs(page, 'Excel')
    await waitFor(() => expect(button('Export 2+ rows')).toBeEnabled())
    expect(saved).toHaveLength(1)
    expect(screen.queryByText(/No se pudo/)).not.toBeInTheDocument()
  })

  test.each([
    ['has no rows', { rows: [] }],
    ['is loading', { ready: false }],
  ])('is disabled while the list %s', (_, over) => {
    show(over)
    expect(button(/^Export/)).toBeDisabled()
  })
})

describe('after printing', () => {
  const print = () => act(() => void dispatchEvent(new Event('afterprint')))

  test('the Excel file is offered if only part of the list was printed', async () => {
    const { user } = show({ rows: Array.from({ length: 5_001 }, (_, row) => row) })
    expect(screen.getByText('The Excel file of this list holds all of it.')).toHaveStyle('display: none')
    print()
    expect(
      screen.getByText('Printed: the first 5,000 of 5,001 rows. The Excel file has all rows.'),
    ).toBeVisible()
    await user.click(button('Export Excel'))
    await isSaved(1)
    expect(saved[0]!.name).toMatch(/\.xlsx$/)
  })

  test('the Excel file is named after the filters at the time of the click', async () => {
    function Filtered() {
      const [name, setName] = useState('old')
      const rows = Array.from({ length: 5_001 }, (_, row) => row)
      return (
        <>
          <button onClick={() => setName('new')}>Filter</button>
          <ExportButtons name={[name]} columns={COLUMNS} rows={rows} />
        </>
      )
    }
    const { user } = renderAt('/', { '*': <Filtered /> })
    print()
    await user.click(button('Filter'))
    await user.click(button('Export Excel'))
    await isSaved(1)
    expect(saved[0]!.name).toMatch(/^new-/)
  })

  test('the Excel file is offered once the list is complete, if only the first rows were printed', async () => {
    function Arriving() {
      const [ready, setReady] = useState(false)
      return (
        <>
          <button onClick={() => setReady(true)}>Arrive</button>
          <ExportButtons name={['machines']} columns={COLUMNS} rows={ready ? [1, 2] : [1]} ready={ready} />
        </>
      )
    }
    const { user } = renderAt('/', { '*': <Arriving /> })
    expect(screen.queryByText(/holds all of it/)).not.toBeInTheDocument()
    print()
    expect(screen.queryByText(/^Printed:/)).not.toBeInTheDocument()
    await user.click(button('Arrive'))
    expect(screen.getByText(/^Printed: 1 row; the rest was still loading\./)).toBeVisible()
    await user.click(button('Export Excel'))
    await isSaved(1)
    expect(screen.getByText('2 rows exported')).toBeVisible()
  })

  test('nothing is offered if all rows were printed', () => {
    show()
    expect(screen.queryByText(/holds all of it/)).not.toBeInTheDocument()
    print()
    expect(screen.queryByText(/^Printed:/)).not.toBeInTheDocument()
  })
})
