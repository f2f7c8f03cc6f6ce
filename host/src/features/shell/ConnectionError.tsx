import Typography from '@mui/material/Typography'
import { FailedPage } from './FailedPage'

/** The server did not say who is signed in. The token is kept: the next load may succeed. */
export function ConnectionError() {
  return (
    <FailedPage title="Error de conexión">
      <Typography sx={{ color: 'text.secondary' }}>Unable to fetch user data. Please try again.</Typography>
    </FailedPage>
  )
}
