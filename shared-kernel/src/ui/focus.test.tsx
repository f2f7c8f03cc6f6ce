import { useState } from 'react'
import { expect, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { renderPart } from '../../testing/render'
import { Dialog } from './Dialog'
import { useFocusRecovery } from './focus'
import { RetryAlert } from './stateViews'

const button = (name: string) => screen.getByRole('button', { name })

/** Rows like those of a table, each with a button that opens a dialog that can delete the row. */
function Rows({ names }: { names: string[] }) {
  const [left, setLeft] = useState(names)
  const [open, setOpen] = useState<string | null>(null)
  return (
    <main>
      <table>
        <tbody>
          {left.map((name, index) => (
            <tr key={name} aria-label={name} tabIndex={index === 0 ? 0 : -1}>
              <td>
                <button onClick={() => setOpen(name)}>{`Open ${name}`}</button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {open !== null && (
        <Dialog aria-label={open}>
          <button onClick={() => setOpen(null)}>Close</button>
          <button
            onClick={() => {
              setLeft(left.filter((name) => name !== open))
              setOpen(null)
            }}
          >
            Delete
          </button>
        </Dialog>
      )}
    </main>
  )
}

test.each<{ title: string; names: string[]; how: string; expected: () => Element }>([
  { title: 'to its button', names: ['ana', 'bea'], how: 'Close', expected: () => button('Open ana') },
  {
    title: 'to the next row if its row was deleted',
    names: ['ana', 'bea'],
    how: 'Delete',
    expected: () => screen.getByRole('row'),
  },
  {
    title: 'to the screen if the last row was deleted',
    names: ['ana'],
    how: 'Delete',
    expected: () => screen.getByRole('main'),
  },
])('a closing dialog returns the focus $title', async ({ names, how, expected }) => {
  const { user } = renderPart(<Rows names={names} />)
  await user.click(button('Open ana'))
  await user.click(button(how))
  await waitFor(() => expect(expected()).toHaveFocus())
})

test('a closing dialog returns the focus even in a browser that does not focus pressed buttons', async () => {
  const { user } = renderPart(<Rows names={['ana', 'bea']} />)
  button('Open bea').addEventListener('mousedown', (event) => event.preventDefault())
  await user.click(button('Open bea'))
  await user.click(button('Close'))
  await waitFor(() => expect(button('Open bea')).toHaveFocus())
})

function Form({ busy }: { busy: boolean }) {
  useFocusRecovery(busy)
  return <button disabled={busy}>Search</button>
}

test('a button that was disabled while it worked gets the focus back, unless something else has it', async () => {
  const { rerender } = renderPart(<Form busy={false} />)
  const work = (meanwhile: () => void) => {
    button('Search').focus()
    rerender(<Form busy />)
    button('Search').blur()
    meanwhile()
    rerender(<Form busy={false} />)
  }
  work(() => undefined)
  await waitFor(() => expect(button('Search')).toHaveFocus())
  const other = document.body.appendChild(document.createElement('input'))
  work(() => other.focus())
  await Promise.resolve()
  expect(other).toHaveFocus()
  other.remove()
})

test('an alert that disappears after its retry passes the focus to the screen', async () => {
  const alert = (busy: boolean) => <RetryAlert message="Failed" onRetry={() => undefined} busy={busy} />
  const { rerender } = renderPart(<main>{alert(false)}</main>)
  act(() => button('Reintentar').focus())
  rerender(<main>{alert(true)}</main>)
  rerender(<main />)
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})
