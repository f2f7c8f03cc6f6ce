import { useState, type FormEvent } from 'react'
import { describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import MuiDialog from '@mui/material/Dialog'
import Tooltip from '@mui/material/Tooltip'
import { renderPart } from '../../testing/render'
import { Dialog } from './Dialog'
import { SearchField } from './SearchField'

function Page({ dialog = false }: { dialog?: boolean }) {
  const [search, setSearch] = useState('ana')
  return (
    <>
      <SearchField label="Search" value={search} onChange={setSearch} ofScreen />
      <Tooltip title="Something else" describeChild>
        <button>Other</button>
      </Tooltip>
      <input aria-label="Text" />
      <input aria-label="Box" type="checkbox" />
      <MuiDialog open={dialog}>
        <button>In the dialog</button>
      </MuiDialog>
    </>
  )
}

const box = () => screen.getByLabelText('Search')

describe('the search field of a screen', () => {
  test.each([['Other'], ['Box']])(
    'gets the focus from a slash pressed on %p, with its text selected',
    async (where) => {
      const { user } = renderPart(<Page />)
      const control = screen.queryByRole('button', { name: where }) ?? screen.getByLabelText(where)
      act(() => control.focus())
      await user.keyboard('/')
      expect(box()).toHaveFocus()
      expect(box()).toHaveValue('ana')
      await user.keyboard('b')
      expect(box()).toHaveValue('b')
    },
  )

  test('ignores a slash that is typed into a field, even the search itself', async () => {
    const { user } = renderPart(<Page />)
    await user.type(screen.getByLabelText('Text'), '1/2')
    expect(screen.getByLabelText('Text')).toHaveValue('1/2')
    await user.type(box(), '/')
    expect(box()).toHaveValue('ana/')
  })

  test('ignores a slash with a modifier, and one in a dialog', async () => {
    const { user, rerender } = renderPart(<Page />)
    await user.keyboard('{Control>}/{/Control}')
    expect(box()).not.toHaveFocus()
    rerender(<Page dialog />)
    screen.getByRole('button', { name: 'In the dialog' }).focus()
    await user.keyboard('/')
    expect(screen.getByRole('button', { name: 'In the dialog' })).toHaveFocus()
  })

  test('is cleared by Escape', async () => {
    const { user } = renderPart(<Page />)
    await user.click(box())
    await user.keyboard('{Escape}')
    expect(box()).toHaveValue('')
    expect(box()).toHaveFocus()
  })

  test('gets the focus after Escape on its clear button', async () => {
    const { user } = renderPart(<Page />)
    act(() => screen.getByRole('button', { name: 'Clear search' }).focus())
    await user.keyboard('{Escape}')
    expect(box()).toHaveValue('')
    expect(box()).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Clear search' })).not.toBeInTheDocument()
  })

  test('keeps its text on the Escape that closes a tooltip', async () => {
    const { user } = renderPart(<Page />)
    await user.click(box())
    await user.hover(screen.getByRole('button', { name: 'Other' }))
    await screen.findByRole('tooltip')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument())
    expect(box()).toHaveValue('ana')
    await user.keyboard('{Escape}')
    expect(box()).toHaveValue('')
  })

  test('shows its shortcut', () => {
    renderPart(<Page />)
    expect(box()).toHaveAttribute('aria-keyshortcuts', '/')
  })

  test('does not listen after it is unmounted', async () => {
    const { user, unmount } = renderPart(<Page />)
    unmount()
    const { user: other } = renderPart(<input aria-label="Text" />)
    await user.keyboard('/')
    await other.type(screen.getByLabelText('Text'), '/')
    expect(screen.getByLabelText('Text')).toHaveValue('/')
  })
})

test('a slash does not focus the search in a dialog', async () => {
  const { user } = renderPart(<SearchField label="Search" value="ana" onChange={() => {}} />)
  await user.keyboard('/')
  expect(box()).not.toHaveFocus()
})

test('the first Escape clears the search in a dialog, and the second one closes the dialog', async () => {
  const onClose = jest.fn()
  function SearchInDialog() {
    const [text, setText] = useState('ana')
    return (
      <Dialog onClose={onClose}>
        <SearchField label="Search" value={text} onChange={setText} />
      </Dialog>
    )
  }
  const { user } = renderPart(<SearchInDialog />)
  await user.type(box(), '{Escape}')
  expect(box()).toHaveValue('')
  expect(box()).toHaveFocus()
  expect(onClose).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('[MACHINECONFIG-8] Enter in the search does not submit the form around it', async () => {
  const send = jest.fn((event: FormEvent) => event.preventDefault())
  const { user } = renderPart(
    <form onSubmit={send}>
      <SearchField label="Search" value="ana" onChange={() => {}} />
      <button type="submit">Save</button>
    </form>,
  )
  await user.type(screen.getByRole('textbox'), '{Enter}')
  expect(send).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(send).toHaveBeenCalledTimes(1)
})
