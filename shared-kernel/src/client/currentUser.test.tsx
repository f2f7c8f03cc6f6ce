import { expect, jest, test } from '@jest/globals'
import { renderHook } from '@testing-library/react'
import { aUser } from '../../testing/entities'
import { CurrentUserContext, useCurrentUser } from './currentUser'

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
