import { afterEach, expect, jest, test } from '@jest/globals'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { screen, waitFor, within } from '@testing-library/react'
import { renderPart } from '@console/shared-kernel/testing/page'
import { HostFault, logHostFault } from './HostFault'

afterEach(() => void jest.restoreAllMocks())

test('a console page whose code fails to load shows an error, and a retry bypasses the cache', async () => {
  const own = `${location.origin}/static/js/async/console-area.js`
  const names = [own, `${location.origin}/environment.json`, 'https://static.example.com/static/js/a.js']
  // jsdom keeps no record of what a page has loaded, and loads nothing
  performance.getEntriesByType = () => names.map((name) => ({ name }) as PerformanceEntry)
  const fetched = jest.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch')))
  globalThis.fetch = fetched
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const cause = new Error('Loading chunk 5 failed.')
  history.replaceState(null, '', '/')
  const router = createBrowserRouter([
    {
      ErrorBoundary: HostFault,
      HydrateFallback: () => null,
      children: [{ path: '*', lazy: () => Promise.reject(cause) }],
    },
  ])
  const { user } = renderPart(<RouterProvider router={router} onError={logHostFault} />)
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading', { name: 'No se pudo mostrar la página' })).toBeVisible()
  await waitFor(() =>
    expect(logged.mock.calls[0]).toEqual([
      'Fallo de la consola:',
      expect.objectContaining({ remote: 'host', phase: 'load', cause }),
    ]),
  )
  // jsdom logs an error instead of navigating
  logged.mockClear()
  await user.click(within(alert).getByRole('button', { name: 'Reintentar' }))
  await waitFor(() => expect(String(logged.mock.calls[0]?.[0])).toContain('navigation'))
  expect(fetched.mock.calls).toEqual([[own, expect.objectContaining({ cache: 'reload' })]])
})
