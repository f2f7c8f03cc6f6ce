import { expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { renderAt } from '../../testing/render'
import { useSearchParams } from './useSearchParams'

function Writer() {
  const [params, setParams] = useSearchParams()
  const write = (key: string, value: string) =>
    setParams((before) => {
      before.set(key, value)
      return before
    })
  return (
    <>
      <output>{params.toString()}</output>
      <button
        onClick={() => {
          write('run', '1')
          write('sort', 'profit')
        }}
      >
        Both
      </button>
    </>
  )
}

it('two changes of the address close together are both kept, beside what was there', async () => {
  const { user } = renderAt('/?client=6', { '*': <Writer /> })
  await user.click(screen.getByRole('button', { name: 'Both' }))
  expect(screen.getByRole('status')).toHaveTextContent('client=6&run=1&sort=profit')
})
