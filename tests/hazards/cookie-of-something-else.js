const response = { cookie: "a" };
parse(response.cookie, request.headers.cookie, this.cookie);
document.cookies = 1;
