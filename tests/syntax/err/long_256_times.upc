// 256 times is not 0 times.
long /* error: is not a type */
long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long 
long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long 
long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long 
long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long 
long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long 
long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long 
long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long 
long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long int x;
