import { StrictMode, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useVirtualizer } from '@tanstack/react-virtual'

/*
 * A minimal list of the same users, as the reference for the console's list. Its search folds case and
 * compares on each keystroke; its rows are like those in react-virtual's examples.
 */
interface Row {
  userId: number
  userName: string
  level: number
  countryName: string | null
  isBlocked: boolean
}

const ROW_HEIGHT = 44
const OVERSCAN = 12

function BareList({ rows }: { rows: Row[] }) {
  const [query, setQuery] = useState('')
  const frame = useRef<HTMLDivElement>(null)
  const wanted = query.toLowerCase()
  const shown = rows.filter(
    ({ userName, countryName }) =>
      userName.toLowerCase().includes(wanted) || countryName?.toLowerCase().includes(wanted),
  )
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  })
  const items = virtualizer.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <main>
      <input value={query} onChange={({ target }) => setQuery(target.value)} />
      <p role="status">{shown.length}</p>
      <div ref={frame} id="frame" style={{ height: 600, overflow: 'auto' }}>
        <table style={{ width: '100%', tableLayout: 'fixed' }}>
          <tbody>
            <tr style={{ height: above }} />
            {items.map(({ index, key }) => {
              const { userName, level, countryName, isBlocked } = shown[index]!
              return (
                <tr key={key} className="data" style={{ height: ROW_HEIGHT }}>
                  <td>{userName}</td>
                  <td>{level}</td>
                  <td>{countryName}</td>
                  <td>{isBlocked ? 'Bloqueado' : 'Activo'}</td>
                </tr>
              )
            })}
            <tr style={{ height: below }} />
          </tbody>
        </table>
      </div>
    </main>
  )
}

async function start(): Promise<void> {
  const environment = (await (await fetch('/environment.json')).json()) as { apiUrl: string }
  const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` }
  const response = await fetch(`${environment.apiUrl}/api/Users/all-hierarchy`, { headers })
  const rows = (await response.json()) as Row[]
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <BareList rows={rows} />
    </StrictMode>,
  )
}

void start()
