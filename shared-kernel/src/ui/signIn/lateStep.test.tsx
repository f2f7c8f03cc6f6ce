import { expect, jest, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { connectedServer } from '../../../testing/connectedServer'
import { renderPart } from '../../../testing/render'
import { loginErrorStore, secondStepStore } from '../../client/session'
import { SignInAgainDialog } from './SignInAgainDialog'

const server = connectedServer()

const opened = jest.fn(() => true)
let whileItLoads = () => {}
jest.mock('./SecondStepFields', () => {
  whileItLoads()
  return { __esModule: true, SecondStepFields: () => null, openSecondStep: opened }
})

test('a second step whose code loads after its dialog closed is not opened', async () => {
  server().on('/api/Auth/login', { body: { secondFactor: { id: '1', methods: ['totp'] } } })
  const { user, unmount } = renderPart(<SignInAgainDialog userName="ana" onClose={() => undefined} />)
  const unmounted = new Promise<void>((resolve) => {
    whileItLoads = () => {
      unmount()
      resolve()
    }
  })
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  await unmounted
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await new Promise((done) => setTimeout(done, 50))
  expect(opened).not.toHaveBeenCalled()
  expect([secondStepStore.get(), loginErrorStore.get()]).toEqual([null, null])
})
