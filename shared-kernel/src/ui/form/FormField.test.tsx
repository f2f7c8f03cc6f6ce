import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { renderPart } from '../../../testing/render'
import { CallError } from '../../client/errors'
import { FormField, showServerErrors } from './FormField'

interface Values {
  name: string
  city: string
}
const onSubmit = jest.fn<(values: Values) => void>()
beforeEach(() => void onSubmit.mockReset())
const onRejected = jest.fn<(whole: boolean) => void>()

/** A form that the server rejects with the error `rejection`. */
function Person({ rejection }: { rejection?: unknown }) {
  const { control, handleSubmit, setError } = useForm<Values>({ defaultValues: { name: '', city: '' } })
  const submit = handleSubmit((values) => {
    onSubmit(values)
    if (rejection) onRejected(showServerErrors(rejection, { userName: 'name', town: 'city' }, setError))
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <FormField
        control={control}
        name="name"
        label="Name"
        helperText="As in the passport"
        rules={{ required: 'A name is required' }}
      />
      <FormField control={control} name="city" label="City" rules={{ required: 'A city is required' }} />
      <button>Send</button>
    </form>
  )
}
const field = (name: string) => screen.getByRole('textbox', { name })
const send = () => screen.getByRole('button', { name: 'Send' })
const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent)

describe('[VALID-4] a field of a form', () => {
  test('shows its help at first', () => {
    renderPart(<Person />)
    expect(field('Name')).toHaveAccessibleDescription('As in the passport')
    expect(field('Name')).toBeValid()
    expect(alerts()).toEqual([])
  })

  test('shows and announces its error, and the first invalid field gets the focus', async () => {
    const { user } = renderPart(<Person />)
    await user.click(send())
    expect(alerts()).toEqual(['A name is required', 'A city is required'])
    expect(field('Name')).toHaveAccessibleDescription('A name is required')
    expect(field('Name')).toBeInvalid()
    expect(field('Name')).toHaveFocus()
    await user.type(field('Name'), 'ana')
    expect(alerts()).toEqual(['A city is required'])
    await user.click(send())
    expect(field('City')).toHaveFocus()
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

describe('field errors from a server', () => {
  const rejection = (...errors: [path: string, message: string][]) =>
    new CallError('refused', {
      status: 400,
      fieldErrors: errors.map(([path, message]) => ({ path, message })),
    })

  test.each<{ title: string; error: unknown; whole: boolean; messages: string[]; focused: string | null }>([
    {
      title: 'for one field',
      error: rejection(['userName', 'Taken']),
      whole: true,
      messages: ['Taken'],
      focused: 'Name',
    },
    {
      title: 'for both fields',
      error: rejection(['town', 'Unknown'], ['userName', 'Taken']),
      whole: true,
      messages: ['Taken', 'Unknown'],
      focused: 'City',
    },
    {
      title: 'for an unknown field too',
      error: rejection(['userName', 'Taken'], ['age', 'Too low']),
      whole: false,
      messages: ['Taken'],
      focused: 'Name',
    },
    {
      title: 'for an unknown field only',
      error: rejection(['age', 'Too low']),
      whole: false,
      messages: [],
      focused: null,
    },
    {
      title: 'for a property that every object has',
      error: rejection(['toString', 'x']),
      whole: false,
      messages: [],
      focused: null,
    },
    { title: 'for no field', error: rejection(), whole: false, messages: [], focused: null },
    { title: 'for a local error', error: new Error('offline'), whole: false, messages: [], focused: null },
  ])('$title', async ({ error, whole, messages, focused }) => {
    const { user } = renderPart(<Person rejection={error} />)
    await user.type(field('Name'), 'ana')
    await user.type(field('City'), 'León')
    await user.click(send())
    expect(onRejected).toHaveBeenLastCalledWith(whole)
    expect(alerts()).toEqual(messages)
    if (focused) expect(field(focused)).toHaveFocus()
    expect([field('Name'), field('City')].map((each) => (each as HTMLInputElement).value)).toEqual([
      'ana',
      'León',
    ])
  })

  test('disappear when the form is submitted again', async () => {
    const { user, rerender } = renderPart(<Person rejection={rejection(['userName', 'Taken'])} />)
    await user.type(field('Name'), 'ana')
    await user.type(field('City'), 'León')
    await user.click(send())
    expect(alerts()).toEqual(['Taken'])
    rerender(<Person />)
    await user.click(send())
    expect(alerts()).toEqual([])
    expect(onSubmit).toHaveBeenCalledTimes(2)
  })
})
