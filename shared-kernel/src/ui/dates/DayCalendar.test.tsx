import { afterEach, expect, jest, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { renderPart } from '../../../testing/render'
import { connect } from '../../client/connect'
import { DayCalendar } from './DayCalendar'

afterEach(() => void jest.useRealTimers())

test('marks the current day in the reports’ time zone as today', () => {
  connect({ apiUrl: '', externalReportsUrl: '', timeZone: 'Europe/Madrid' })
  // in Madrid it is the 28th
  jest.useFakeTimers({ now: new Date('2026-11-27T23:30:00Z'), doNotFake: ['queueMicrotask'] })
  renderPart(
    <DayCalendar
      anchor={document.body}
      day="2026-11-02"
      first="1900-01-01"
      last="2099-12-31"
      language="es"
      onChoose={() => undefined}
      onClose={() => undefined}
    />,
  )
  expect(screen.getByRole('gridcell', { current: 'date' })).toHaveTextContent(/^28$/)
})
