import { Typography } from '@console/shared-kernel/core'
import { FailedPage } from '../features/shell/FailedPage'

/** Stands for the whole page where a part of the console itself is missing or broken. */
export function ConsoleFault() {
  return (
    <FailedPage title="No se pudo mostrar la página">
      <Typography sx={{ color: 'text.secondary' }}>
        Una parte de la consola no se pudo cargar. Lo que ya se había guardado está a salvo.
      </Typography>
    </FailedPage>
  )
}

export const logConsoleFault = (error: unknown): void => console.error('Fallo de la consola:', error)
