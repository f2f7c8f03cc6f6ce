import Typography from '@mui/material/Typography'
import { FailedPage } from '../features/shell/FailedPage'
import type { DocumentFault } from '@console/shared-kernel/remote'

/** Names the document and the field that is wrong. */
export function EnvironmentFault({ fault }: { fault: DocumentFault }) {
  return (
    <FailedPage title="La consola no puede arrancar">
      <Typography sx={{ color: 'text.secondary' }}>
        {`El documento ${fault.document} no es válido.`}
      </Typography>
      <Typography component="code" sx={{ fontFamily: 'monospace' }}>
        {fault.field === '' ? fault.problem : `${fault.field}: ${fault.problem}`}
      </Typography>
    </FailedPage>
  )
}
