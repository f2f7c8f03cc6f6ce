import { expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { renderAt } from '@console/shared-kernel/testing'
import { NotFoundScreen } from './NotFoundScreen'

it('[NOTFOUND-1] says that the page does not exist, and links to the dashboard', async () => {
  const { user } = renderAt('/nowhere', { '/': <h1>Managed Users</h1>, '*': <NotFoundScreen /> })
  expect(screen.getByText('404')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible()
  expect(
    screen.getByText('Lo sentimos, la página que estás buscando no existe o ha sido movida.'),
  ).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Volver al Dashboard' }))
  expect(screen.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
  expect(location.pathname).toBe('/')
})
