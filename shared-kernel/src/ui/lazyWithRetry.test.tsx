import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { renderPart } from '../../testing/render'
import { lazyWithRetry } from './lazyWithRetry'

interface Props {
  name: string
  onClose: () => void
}

const Loaded = ({ name, onClose }: Props) => <button onClick={onClose}>{`Close ${name}`}</button>

/** A page with a button that opens the dialog. */
function pageWith(load: () => Promise<typeof Loaded>) {
  const Dialog = lazyWithRetry<Props>(load)
  return function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button onClick={() => setOpen(true)}>Open</button>
        <output>{open ? 'open' : 'closed'}</output>
        {open && <Dialog name="ana" onClose={() => setOpen(false)} />}
      </>
    )
  }
}

const open = () => screen.getByRole('button', { name: 'Open' })
const toast = () => screen.queryByText('No se pudo abrir el diálogo. Inténtalo de nuevo.')

afterEach(() => {
  jest.useRealTimers()
})

describe('a lazy dialog', () => {
  test('is loaded when it is first opened', async () => {
    const load = jest.fn(() => Promise.resolve(Loaded))
    const Page = pageWith(load)
    const { user } = renderPart(<Page />)
    expect(load).not.toHaveBeenCalled()
    for (const _time of [1, 2]) {
      await user.click(open())
      await user.click(await screen.findByRole('button', { name: 'Close ana' }))
      expect(screen.getByText('closed')).toBeVisible()
    }
    expect(load).toHaveBeenCalledTimes(1)
    expect(toast()).toBeNull()
  })

  test('that fails to load shows a message and counts as closed, and opening it again retries', async () => {
    const load = jest
      .fn<() => Promise<typeof Loaded>>()
      .mockRejectedValueOnce(new Error('ChunkLoadError'))
      .mockResolvedValueOnce(Loaded)
    const Page = pageWith(load)
    const { user } = renderPart(<Page />)
    await user.click(open())
    expect(await screen.findByRole('alert')).toBe(toast()?.closest('[role=alert]'))
    expect(screen.getByText('closed')).toBeVisible()
    await user.click(open())
    expect(await screen.findByRole('button', { name: 'Close ana' })).toBeVisible()
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('reports no failure after it was closed', async () => {
    let fail = (_reason: Error) => {}
    const Page = pageWith(() => new Promise((_, reject) => (fail = reject)))
    const { user, unmount } = renderPart(<Page />)
    await user.click(open())
    unmount()
    await act(async () => fail(new Error('late')))
    renderPart(<p>elsewhere</p>)
    expect(toast()).toBeNull()
  })

  test('that is closed while it loads does not abort code that is loading for another', async () => {
    jest.useFakeTimers()
    const onError = jest.fn()
    const script = Object.assign(document.createElement('script'), { onerror: onError })
    script.dataset['rspack'] = 'machines:chunk-1'
    document.head.append(script)
    const Left = pageWith(() => new Promise(() => undefined))
    const { unmount } = renderPart(<Left />)
    act(() => open().click())
    await act(() => jest.advanceTimersByTimeAsync(10_000))
    unmount()
    const Other = pageWith(() => new Promise((resolve) => setTimeout(() => resolve(Loaded), 10_000)))
    renderPart(<Other />)
    act(() => open().click())
    await act(() => jest.advanceTimersByTimeAsync(9_999))
    expect(onError).not.toHaveBeenCalled()
    await act(() => jest.advanceTimersByTimeAsync(1))
    expect(screen.getByRole('button', { name: 'Close ana' })).toBeVisible()
    expect(toast()).toBeNull()
    script.remove()
  })

  test('shows that it is loading only after a moment, and can be closed', async () => {
    jest.useFakeTimers()
    const Page = pageWith(() => new Promise(() => undefined))
    renderPart(<Page />)
    act(() => open().click())
    await act(() => jest.advanceTimersByTimeAsync(199))
    expect(screen.queryByRole('dialog')).toBeNull()
    await act(() => jest.advanceTimersByTimeAsync(1))
    expect(screen.getByRole('dialog', { name: 'Loading...' })).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Loading dialog' })).toBeVisible()
    act(() => screen.getByRole('button', { name: 'Close' }).click())
    expect(screen.getByText('closed')).toBeInTheDocument()
    await act(() => jest.advanceTimersByTimeAsync(60_000))
    expect(toast()).toBeNull()
  })

  test('that hangs is given up after 15 s, and its request is aborted', async () => {
    jest.useFakeTimers()
    const onError = jest.fn()
    const script = Object.assign(document.createElement('script'), { onerror: onError })
    script.dataset['rspack'] = 'users:chunk-5'
    document.head.append(script)
    const load = jest.fn<() => Promise<typeof Loaded>>(() => new Promise(() => undefined))
    const Page = pageWith(load)
    renderPart(<Page />)
    act(() => open().click())
    await act(() => jest.advanceTimersByTimeAsync(14_999))
    expect(onError).not.toHaveBeenCalled()
    await act(() => jest.advanceTimersByTimeAsync(1))
    expect(toast()).toBeVisible()
    expect(screen.getByText('closed')).toBeInTheDocument()
    expect(onError).toHaveBeenCalledTimes(1)
    script.remove()
    load.mockResolvedValueOnce(Loaded)
    await act(async () => open().click())
    expect(screen.getByRole('button', { name: 'Close ana' })).toBeVisible()
  })
})

describe('a lazy part of a page', () => {
  test('that fails to load is replaced by an alert with a button that tries again', async () => {
    let fail = (_reason: Error) => {}
    const load = jest
      .fn<() => Promise<() => React.JSX.Element>>()
      .mockRejectedValueOnce(new Error('ChunkLoadError'))
      .mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)))
      .mockResolvedValueOnce(() => <p>The part</p>)
    const Part = lazyWithRetry(load)
    const { user } = renderPart(<Part />)
    expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo cargar esta parte de la pantalla.')
    const again = screen.getByRole('button', { name: 'Reintentar' })
    await user.click(again)
    expect(again).toBeDisabled()
    await act(async () => fail(new Error('ChunkLoadError')))
    expect(again).toBeEnabled()
    await user.click(again)
    expect(await screen.findByText('The part')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(load).toHaveBeenCalledTimes(3)
    expect(toast()).toBeNull()
  })
})
