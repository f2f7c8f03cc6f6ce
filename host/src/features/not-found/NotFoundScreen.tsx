import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { MessagePage } from '@console/shared-kernel/host'

export function NotFoundScreen() {
  return (
    <MessagePage
      mark="404"
      title="Página no encontrada"
      action={
        <Button component={Link} to="/" variant="contained">
          Volver al Dashboard
        </Button>
      }
    >
      <Typography sx={{ color: 'text.secondary' }}>
        Lo sentimos, la página que estás buscando no existe o ha sido movida.
      </Typography>
    </MessagePage>
  )
}
