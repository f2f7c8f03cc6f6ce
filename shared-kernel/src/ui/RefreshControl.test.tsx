import { expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { connect } from '../client/connect'
import { RefreshControl } from './RefreshControl'

test.each([
  ['Asia/Tokyo', 'Updated 01:05:09'],
  ['Europe/Madrid', 'Updated 17:05:09'],
])('shows when the list was read, in the time zone %s', (timeZone, text) => {
  connect({ apiUrl: '', externalReportsUrl: '', timeZone })
  render(
    <RefreshControl
      updatedAt={Date.parse('2026-11-22T16:05:09Z')}
      paused={false}
      onPause={() => undefined}
    />,
  )
  expect(screen.getByText(text)).toBeVisible()
})
