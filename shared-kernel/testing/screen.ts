import { createElement, type ReactElement } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals'
import { act } from '@testing-library/react'
import { hideToast } from '../src/client/toasts'
import type { User } from '../src/contracts/user'
import { connect, CurrentUserContext, leaveSession, sessionStore } from '../src/entries/core'
import { layOut } from './layout'
import { renderAt } from './render'
import { startServer, type TestServer } from './server'

/** One server for the tests of a file, that forgets between them, and a page that is laid out. */
export function serverForTests(): () => TestServer {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
    connect({ apiUrl: server.url, externalReportsUrl: server.url, timeZone: 'Europe/Madrid' })
  })
  afterAll(() => server.close())
  beforeEach(() => {
    layOut()
    // what the client logs of calls that are meant to fail
    jest.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => {
    jest.restoreAllMocks()
    server.reset()
    act(() => {
      hideToast()
      if (sessionStore.get().token !== null) leaveSession()
    })
  })
  return () => server
}

/** Draws a screen of the protected area as this user sees it. */
export const renderAs = (viewer: User, screen: ReactElement, address = '/') =>
  renderAt(address, { '*': createElement(CurrentUserContext, { value: viewer }, screen) })
