// A class that is only declared is a type that fields can have before it is defined (ProgRef,
// "class").
class Later;
class User {
  Later later = ?;
}
class Later {
  bit here = 1;
}
def laterRecord : Later;
def user : User {
  let later = laterRecord;
}
