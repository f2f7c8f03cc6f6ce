import { expect, test, jest } from '@jest/globals'
import { renderHook } from '@testing-library/react'
import { connect, currentConnection } from './connect'
import { aUser } from '../../testing/entities'
import { CurrentUserContext, useCurrentUser } from './pageContext'

test('the servers are available after connecting, and not before', () => {
  expect(currentConnection).toThrow('connect() comes before the first call')
  const connection = { apiUrl: 'http://a', externalReportsUrl: 'http://b', timeZone: 'Europe/Madrid' }
  connect(connection)
  expect(currentConnection()).toBe(connection)
})

test('the current user is available inside the protected area', () => {
  const user = aUser()
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <CurrentUserContext value={user}>{children}</CurrentUserContext>
  )
  expect(renderHook(useCurrentUser, { wrapper }).result.current).toBe(user)
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => renderHook(useCurrentUser)).toThrow('inside the protected area')
  logged.mockRestore()
})
