"""What turns rankings into claims that can be checked, and checks them again later."""
