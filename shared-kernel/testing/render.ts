import { createElement, type ReactElement, type ReactNode } from 'react'
import { afterEach, jest } from '@jest/globals'
import type { QueryClient } from '@tanstack/react-query'
import { act, configure, render, type RenderResult } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { forgetPlaces } from '../src/client/screenMemory'
import { hideToast } from '../src/client/toasts'
import type { User } from '../src/contracts/user'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { ConsoleProviders, createQueryClient } from '../src/entries/core'

// what takes milliseconds takes seconds where builds and other tests run at the same time
configure({ asyncUtilTimeout: 5_000 })
jest.setTimeout(20_000)
// an error stays on show until it is closed: the next test would draw it
afterEach(() => act(() => hideToast()))

/** What is drawn, who works with it, and what it has read. */
export type Rendered = RenderResult & { user: UserEvent; queryClient: QueryClient }

/** Draws a part of a page inside everything that it finds around it. */
export function renderPart(part: ReactElement): Rendered {
  forgetPlaces()
  const queryClient = createQueryClient()
  const around = ({ children }: { children: ReactNode }) =>
    createElement(ConsoleProviders, { queryClient, children })
  const drawn = render(part, { wrapper: around })
  return { user: userEvent.setup(), queryClient, ...drawn }
}

let visits = 0

/**
 * Draws the page that the address names.
 *
 * @param pages what each route shows; one under '*' stands for all others
 * @param state what the history entry carries, as a redirect writes it
 */
export function renderAt(address: string, pages: Record<string, ReactNode>, state?: unknown): Rendered {
  visits += 1
  history.replaceState({ usr: state, key: `start ${visits}`, idx: 0 }, '', address)
  const router = createBrowserRouter(Object.entries(pages).map(([path, element]) => ({ path, element })))
  return renderPart(createElement(RouterProvider, { router }))
}

/** A user as a screen knows one. */
export const aUser = (over: Partial<User> = {}): User => ({
  userId: 7,
  userName: 'ana',
  level: 4,
  countryId: 1,
  countryName: 'Spain',
  isBlocked: false,
  quitPass: false,
  blockDisabled: false,
  parentUserId: 3,
  creatorChain: 'master/admin1/ana',
  createdAt: '2026-11-21T10:00:00Z',
  machineCount: 0,
  nameClient: 'Ana S.L.',
  technicianClients: '',
  password: '',
  version: null,
  ...over,
})
