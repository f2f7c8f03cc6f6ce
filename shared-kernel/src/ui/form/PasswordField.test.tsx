import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { connectedServer } from '../../../testing/connectedServer'
import { renderPart } from '../../../testing/render'
import { offerFeatures } from '../../../testing/screen'
import { heldBack } from '../../../testing/server'
import { toastStore } from '../../client/toasts'
import { PasswordField } from './PasswordField'

const server = connectedServer()
const PATH = '/api/Auth/password-strength'
beforeEach(() => {
  offerFeatures({ passwordStrength: {} })
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  offerFeatures({})
  jest.restoreAllMocks()
  Reflect.deleteProperty(window, 'isSecureContext')
})

interface Values {
  password: string
}

function Form({ names = { userName: 'nina', nameClient: 'Bar' } }) {
  const { control, setValue } = useForm<Values>({ defaultValues: { password: '' } })
  return (
    <PasswordField
      control={control}
      name="password"
      label="Password"
      names={names}
      onGenerate={(password) => setValue('password', password)}
    />
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('Password')
const strength = () => screen.getByRole('status')
const asked = () =>
  server()
    .writes()
    .map(({ body }) => JSON.parse(body) as unknown)

describe('the strength of a new password', () => {
  test.each([
    [0, 'Strength: Weak'],
    [1, 'Strength: Weak'],
    [2, 'Strength: Fair, but not enough'],
    [3, 'Strength: Good'],
    [4, 'Strength: Strong'],
  ])(
    'with a score of %d is announced as %s, for the password and the names of its user',
    async (score, text) => {
      server().on(PATH, { body: { score } })
      const { user } = renderPart(<Form />)
      expect(strength()).toBeEmptyDOMElement()
      await user.type(field(), 'abcdef')
      await waitFor(() => expect(strength()).toHaveTextContent(text))
      expect(asked()).toEqual([{ password: 'abcdef', userName: 'nina', nameClient: 'Bar' }])
      await user.clear(field())
      expect(strength()).toBeEmptyDOMElement()
    },
  )

  test('belongs to the current text: a late answer for an earlier text shows nothing', async () => {
    const late = heldBack()
    server().on(PATH, { body: { score: 4 }, after: late.after })
    const { user } = renderPart(<Form />)
    await user.type(field(), 'first')
    await waitFor(() => expect(asked()).toHaveLength(1))
    server().on(PATH, { body: { score: 0 } })
    await user.type(field(), 's')
    late.answer()
    await waitFor(() => expect(strength()).toHaveTextContent('Strength: Weak'))
    expect(asked()).toMatchObject([{ password: 'first' }, { password: 'firsts' }])
  })

  test('is requested again once the names change', async () => {
    server().on(PATH, { body: { score: 4 } })
    const { user, rerender } = renderPart(<Form />)
    await user.type(field(), 'violet')
    await waitFor(() => expect(strength()).toHaveTextContent('Strong'))
    server().on(PATH, { body: { score: 1 } })
    rerender(<Form names={{ userName: 'violet', nameClient: 'violet' }} />)
    await waitFor(() => expect(strength()).toHaveTextContent('Weak'))
    expect(asked()).toMatchObject([{ userName: 'nina' }, { userName: 'violet' }])
  })

  test.each([
    ['a rejection', { status: 429, body: { message: 'later' } }],
    ['no answer', { fault: 'reset' as const }],
    ['an unknown score', { body: { score: 5 } }],
    ['half a score', { body: { score: 2.5 } }],
    ['a malformed answer', { body: ['score'] }],
  ])('is not shown after %s', async (_, answer) => {
    server().on(PATH, { body: { score: 4 } })
    const { user } = renderPart(<Form />)
    await user.type(field(), 'violet')
    await waitFor(() => expect(strength()).toHaveTextContent('Strong'))
    server().on(PATH, answer)
    await user.type(field(), '!')
    // the score was for another password
    expect(strength()).toBeEmptyDOMElement()
    await waitFor(() => expect(asked()).toHaveLength(2))
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect(strength()).toBeEmptyDOMElement()
    expect(field()).toBeValid()
    expect(toastStore.get()).toEqual([])
  })

  test('is not requested from servers that do not offer it', async () => {
    offerFeatures({})
    const { user } = renderPart(<Form />)
    await user.type(field(), 'violet')
    await act(() => new Promise((resolve) => setTimeout(resolve, 600)))
    expect(asked()).toEqual([])
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
  })
})

describe('a generated password', () => {
  beforeEach(() => server().on(PATH, { body: { score: 4 } }))
  const button = (name: string) => screen.getByRole('button', { name })
  const toasts = () => toastStore.get().map(({ severity, message }) => `${severity}: ${message}`)

  test('is shown, is easy to read out, and differs each time', async () => {
    const { user } = renderPart(<Form />)
    expect(button('Copy')).toBeDisabled()
    await user.click(button('Generate'))
    const first = field().value
    expect(first).toMatch(/^([a-zA-Z2-9]{4}-){3}[a-zA-Z2-9]{4}$/)
    expect(first).not.toMatch(/[01OIl]/)
    expect(field()).toHaveAttribute('type', 'text')
    await user.click(button('Generate'))
    expect(field().value).not.toBe(first)
  })

  test('has a hint to copy it until it is copied or another one is typed', async () => {
    const { user } = renderPart(<Form />)
    const hint = () => screen.queryByText('Copy it before you go on: it is not shown again.')
    await user.click(button('Generate'))
    expect(hint()).toBeVisible()
    await user.click(button('Copy'))
    await waitFor(() => expect(hint()).not.toBeInTheDocument())
    await user.click(button('Generate'))
    expect(hint()).toBeVisible()
    await user.type(field(), 'x')
    expect(hint()).not.toBeInTheDocument()
  })

  test('is copied, with a message', async () => {
    const { user } = renderPart(<Form />)
    await user.type(field(), 'violet')
    await user.click(button('Copy'))
    await waitFor(() => expect(toasts()).toEqual(['success: Password copied']))
    expect(await navigator.clipboard.readText()).toBe('violet')
    expect(field()).toHaveAttribute('type', 'password')
  })

  test.each([
    [true, 'error: The password was not copied. Copy it from the field.'],
    [
      false,
      'error: The password was not copied, as this page is not served by https. Copy it from the field.',
    ],
  ])('is shown if it cannot be copied, in a secure context: %s', async (isSecure, message) => {
    const { user } = renderPart(<Form />)
    // jsdom does not define it
    Object.defineProperty(window, 'isSecureContext', { value: isSecure, configurable: true })
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('NotAllowedError'))
    await user.type(field(), 'violet')
    await user.click(button('Copy'))
    await waitFor(() => expect(toasts()).toEqual([message]))
    expect(field()).toHaveAttribute('type', 'text')
    expect(field()).toHaveValue('violet')
  })
})
