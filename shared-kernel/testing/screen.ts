import { createElement, type ReactElement } from 'react'
import { afterEach, beforeEach } from '@jest/globals'
import { act } from '@testing-library/react'
import type { User } from '../src/contracts/user'
import { featuresStore } from '../src/client/features'
import { CurrentUserContext, leaveSession, sessionStore } from '../src/entries/host'
import { connectedServer } from './connectedServer'
import { mockLayout } from './layout'
import { renderAt, type Rendered } from './render'
import type { TestServer } from './server'

/** A connected server and a sized page without a session. */
export function serverForTests(): () => TestServer {
  const server = connectedServer()
  beforeEach(() => mockLayout())
  afterEach(() => {
    offerFeatures({})
    if (sessionStore.get().token !== null) act(() => leaveSession())
  })
  return server
}

/** Sets what the server offers beyond the specification, until the test ends. */
export const offerFeatures = (features: Record<string, object>): void =>
  act(() => featuresStore.set(features))

/** Provides the current user by context only: the session stays signed out, and calls carry no token. */
export const renderAs = (viewer: User, screen: ReactElement, address = '/'): Rendered =>
  renderAt(address, { '*': createElement(CurrentUserContext, { value: viewer }, screen) })
