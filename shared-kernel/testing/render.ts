import { createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import { afterEach, jest } from '@jest/globals'
import type { QueryClient } from '@tanstack/react-query'
import { act, configure, render, type RenderResult } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { forgetScreens } from '../src/client/screenMemory'
import { hideToast } from '../src/client/toasts'
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router-dom'
import { repeatedEnter } from '../src/ui/repeatedEnter'
import { ConsoleProviders, createQueryClient, UndoQuestion, useNavigationGuard } from '../src/entries/host'

configure({
  // machines may be busy with other tests
  asyncUtilTimeout: 5_000,
  getElementError: notFound,
})
jest.setTimeout(20_000)

/** An error without the page, which would be printed on each attempt of `findBy...` and `waitFor`. */
function notFound(message: string | null): Error {
  const error = new Error(message ?? '')
  error.name = 'TestingLibraryElementError'
  // the first line is the test's
  Error.captureStackTrace(error, notFound)
  return error
}

// an error toast stays until it is closed
afterEach(() => act(() => hideToast()))

export type Rendered = RenderResult & { user: UserEvent; queryClient: QueryClient }

/**
 * Renders with `ConsoleProviders` and a new query cache, but no router. Clears what screens remember by path, not
 * storage or session.
 */
export function renderPart(part: ReactElement): Rendered {
  forgetScreens()
  repeatedEnter.reset()
  const queryClient = createQueryClient()
  const around = ({ children }: { children: ReactNode }) =>
    createElement(ConsoleProviders, {
      queryClient,
      children: createElement(Fragment, null, children, createElement(UndoQuestion)),
    })
  const drawn = render(part, { wrapper: around })
  return { user: userEvent.setup(), queryClient, ...drawn }
}

function Guarded() {
  useNavigationGuard()
  return createElement(Outlet)
}

let visits = 0

/**
 * Renders the page at an address. `pages` are keyed by route ('*' for any other); `state` is the state of the
 * history entry, as a redirect writes it.
 */
export function renderAt(address: string, pages: Record<string, ReactNode>, state?: unknown): Rendered {
  visits += 1
  history.replaceState({ usr: state, key: `start ${visits}`, idx: 0 }, '', address)
  const children = Object.entries(pages).map(([path, element]) => ({ path, element }))
  const router = createBrowserRouter([{ Component: Guarded, children }])
  return renderPart(createElement(RouterProvider, { router }))
}
