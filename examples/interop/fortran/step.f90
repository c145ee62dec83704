! A step of the heat equation. `value` and bind(c) make the call what C expects.
subroutine step(u, v, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int), value :: n
  real(c_double), intent(in) :: u(n)
  real(c_double), intent(inout) :: v(n)
  v(2:n-1) = u(2:n-1) + 0.25_c_double * (u(1:n-2) - 2 * u(2:n-1) + u(3:n))
end subroutine step
